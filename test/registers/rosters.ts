import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { namesOf } from '../../src/domain/story/roster/names.ts';
import type { IdPrefix } from '../../src/ids/id.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import type { Roster } from '../../src/record.ts';
import type { Args, Register, Story } from './register.ts';
import { ofBook } from './story.ts';

/** The registers of rosters without a file of their own. Everything follows from the examples of their operations. */
export function rosterRegisters(known: Readonly<Record<string, Register>>): Record<string, Register> {
  const sampled = new Set(Object.values(known).flatMap((register) => Object.keys(register.operations)));
  const without = rosters.filter((roster) => !sampled.has(fieldsOf(roster).make));
  return Object.fromEntries(without.map((roster) => [roster.name, registerOf(roster)]));
}

function fieldsOf({ type, ...record }: Roster) {
  const { make, remove, id } = namesOf(record);
  return { id, list: record.export.member, make: make + type, update: `update${type}`, remove: remove + type };
}

function operationOf(field: string): Operation {
  const found = operations.find(({ answer }) => answer === field);
  if (!found?.tool) throw new Error(`${field} has no operation with a tool. Write its register in test/registers.`);
  return found;
}

function registerOf(roster: Roster): Register {
  const fields = fieldsOf(roster);
  const [list, make, update, remove] = [fields.list, fields.make, fields.update, fields.remove].map(operationOf);
  const ofExample = (operation: Operation | undefined) => ({ ...(operation?.example as Args) });
  const nameOf = (operation: Operation | undefined) => operation?.tool?.name ?? '';
  const part = async (story: Story) => ({
    ...(await ofBook(story)),
    [fields.id]: (await story.answer(nameOf(make))).id,
  });
  return {
    ...(make?.tool && { feature: make.tool.feature }),
    ids: {
      [fields.id]: {
        prefix: roster.prefix as IdPrefix,
        make: ({ make: record }) => record(fields.make, ofExample(make)),
      },
    },
    operations: {
      [fields.list]: { tools: { [nameOf(list)]: { args: ofBook } } },
      [fields.make]: {
        events: [`${roster.name}.created`],
        tools: { [nameOf(make)]: { args: async (story) => ({ ...(await ofBook(story)), ...ofExample(make) }) } },
      },
      [fields.update]: {
        reader: null,
        events: [`${roster.name}.updated`],
        tools: { [nameOf(update)]: { args: async (story) => ({ ...(await part(story)), ...ofExample(update) }) } },
      },
      [fields.remove]: {
        reader: null,
        events: [`${roster.name}.deleted`],
        tools: { [nameOf(remove)]: { args: part, last: true } },
      },
    },
  };
}
