import { findBeatSheet } from '../../src/domain/story/plan/beats.ts';

export function sheetOf(id: unknown): { id: string; name: string } | null {
  const sheet = typeof id === 'string' ? findBeatSheet(id as never) : undefined;
  return sheet ? { id: sheet.id, name: sheet.name } : null;
}
