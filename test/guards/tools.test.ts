import { describe, expect, it } from 'vitest';
import { parseRoute } from '../../src/faces/faces.ts';
import { listersOf } from '../../src/faces/mcp/remedy.ts';
import { operations, toolNames } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tool names that the specification prescribes for these fields. */
const givenNames: Readonly<Record<string, string>> = {
  addConflict: 'add_character_conflict',
  conflict: 'get_character_conflict',
  conflicts: 'list_character_conflicts',
  promptPreview: 'get_chapter_brief',
  callPreview: 'preview_call',
  importPreview: 'import_book',
  removeConflict: 'remove_character_conflict',
  run: 'get_generation',
  updateConflict: 'update_character_conflict',
  updatePlan: 'set_plan',
  updateStyle: 'set_style',
};

/** Fields that read any record by id; each record type has a separate tool. */
const byIdAlone = ['node', 'nodes'];

/** A read tool has a verb before the field name. */
const namesFor = (field: string) => [snakeCase(field), `get_${snakeCase(field)}`, `list_${snakeCase(field)}`];
const queries = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => !byIdAlone.includes(name));
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
/** The tools that answer a field, or those of which it is the preview alone. */
const toolsOf = (field: string) => {
  const own = operations.flatMap(({ answer, tool }) => (answer === field && tool ? tool.name : []));
  const previewed = operations.flatMap(({ preview, tool }) => (preview?.answer === field && tool ? tool.name : []));
  return own.length > 0 ? own : previewed;
};

const listers = listersOf(schema, operations);

describe('MCP tools', () => {
  it.each([...queries, ...mutations])('cover %s under its name', (field) => {
    const names = givenNames[field] ? [givenNames[field]] : namesFor(field);
    expect(toolsOf(field).filter((name) => names.includes(name))).toHaveLength(1);
  });

  it('have unique names, including former names', () => {
    const names = operations.flatMap(({ tool }) => (tool ? [tool.name, ...(tool.formerly ?? [])] : []));
    expect(names).toHaveLength(new Set(names).size);
  });

  it('named in errors exist', () => {
    const named = [
      ...[...listers.values()].map(({ tool }) => tool),
      ...operations.flatMap(
        ({ tool }) => `${tool?.description} ${tool?.withoutProvider ?? ''}`.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [],
      ),
    ];
    const unknown = named.filter((name) => !toolNames.has(name) && !['next_cursor', 'quota_exceeded'].includes(name));
    expect(unknown).toEqual([]);
  });

  it('list the valid values of each id that a tool takes', () => {
    const taken = operations.flatMap(({ rest, tool }) => (tool && rest ? parseRoute(rest).parameters : []));
    const listed = [...listers.values()].map(({ argument }) => argument);
    expect([...new Set(taken)].filter((name) => name.endsWith('Id') && !listed.includes(name))).toEqual([]);
    expect(Object.fromEntries(listers)).toMatchObject({
      'mood reference': { tool: 'list_mood_references', argument: 'moodId' },
      run: { tool: 'list_runs', argument: 'runId' },
      waiver: { tool: 'lint_chapter', argument: 'findingId' },
    });
  });
});
