import { expect, it } from 'vitest';
import { sweepRunTexts } from '../../src/domain/calls/run/store.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { http } from '../support/faces.ts';
import { serviceWith } from '../support/service-with.ts';

const { own } = serviceWith({ text: true });

it('deletes the text of outline runs in batches after 30 days and keeps the run', async () => {
  const sql = own.running().database.write;
  const client = await ChapterClient.create(own.url(), await own.running().newKey());
  await client.ask('POST', `${client.book}/outline`, { chapterCount: 2 });
  await client.ask('POST', `${client.book}/outline/grade`, {});
  const [grade, outline] = await client.runs();
  const textOf = (id: string) => http(client.url, client.key, 'GET', `/v1/runs/${id}/stream`);
  for (const { id, charsWritten } of [grade, outline]) expect((await textOf(id)).text).toHaveLength(charsWritten);

  await sql`UPDATE run SET finished_at = now() - interval '31 days' WHERE id = ${outline.id}`;
  await sql`UPDATE run SET finished_at = now() - interval '29 days' WHERE id = ${grade.id}`;
  await sql`INSERT INTO chapter_chunk SELECT account_id, id, 1000 + n, 'more' FROM run, generate_series(1, 1500) n WHERE id = ${outline.id}`;
  const parts: number[] = [];
  do parts.push((await sweepRunTexts(sql)).count);
  while (parts.at(-1) !== 0);
  expect(parts.length).toBeGreaterThan(3);
  expect(Math.max(...parts)).toBeLessThanOrEqual(1_100);

  expect(await textOf(outline.id)).toMatchObject({ status: 200, text: '' });
  expect(await client.ask('GET', `/v1/runs/${outline.id}`)).toMatchObject({ charsWritten: outline.charsWritten });
  expect((await textOf(grade.id)).text).toHaveLength(grade.charsWritten);
});
