import { builder } from '../../graphql/builder.ts';
import { enumOf } from '../../graphql/input.ts';
import { type Finding, severities } from './finding.ts';
import { type Band, bands } from './rubric.ts';
import type { Grade, GradedDimension } from './score.ts';

const bandNames = ['strong', 'workable', 'revise', 'rethink'] as const satisfies readonly Band[];
const GradeBand = enumOf(
  'GradeBand',
  bandNames,
  'What a score amounts to.',
  Object.fromEntries(bands.map(({ band, from }) => [band, `From ${from} on.`])),
);
const OutlineFindingSeverity = enumOf('OutlineFindingSeverity', severities, 'How grave a finding is.', {
  error: 'Breaks what the plan asks for.',
  warning: 'Weakens the book.',
  note: 'Worth a look.',
});

const OutlineFinding = builder.objectRef<Finding>('OutlineFinding').implement({
  description: 'One thing that an outline could do better.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What kind of thing it is; the same for all of its kind.' }),
    severity: t.expose('severity', {
      type: OutlineFindingSeverity,
      description: 'How grave it is; lists begin with the gravest.',
    }),
    dimension: t.exposeString('dimension', { description: 'The `key` of the dimension that it lowers.' }),
    chapters: t.exposeIntList('chapters', {
      description: 'Orders of the chapters that it is about; empty for the whole book.',
    }),
    evidence: t.exposeString('evidence', {
      description: 'What it rests on, in quotation marks where it is your text.',
    }),
    fix: t.exposeString('fix', { description: 'What to do about it.' }),
  }),
});

const GradeDimension = builder.objectRef<GradedDimension>('GradeDimension').implement({
  description: 'One thing that an outline is graded by.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Stable name, such as `beats`.' }),
    label: t.exposeString('label', { description: 'Its name for people, in English.' }),
    weight: t.exposeFloat('weight', { description: 'Its share of the grade; all of them make 100.' }),
    score: t.exposeInt('score', {
      nullable: true,
      description:
        '0–100, the mean of the other two where there are both; null where only a model could tell and none was asked.',
    }),
    foundScore: t.exposeInt('foundScore', { nullable: true, description: 'What was found without a model, 0–100.' }),
    judgedScore: t.exposeInt('judgedScore', { nullable: true, description: 'What a model judged, 0–100.' }),
    findings: t.expose('findings', {
      type: [OutlineFinding],
      description: 'What lowered it, gravest first.',
    }),
  }),
});

export const OutlineGrade = builder.objectRef<Grade>('OutlineGrade').implement({
  description: 'How good an outline is by one rubric, and what would make it better.',
  fields: (t) => ({
    score: t.exposeInt('score', { description: '0–100 over the dimensions that have a score.' }),
    band: t.field({ type: GradeBand, description: 'What the score amounts to.', resolve: ({ band }) => band }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'Whether a model took part; if not, the score rests on `knownWeight` of 100 alone.',
    }),
    knownWeight: t.exposeFloat('knownWeight', { description: 'The weights that are in the score together.' }),
    dimensions: t.expose('dimensions', {
      type: [GradeDimension],
      description: 'What makes up the score, in the order of the rubric.',
    }),
    findings: t.expose('findings', {
      type: [OutlineFinding],
      description: 'The findings of all dimensions, gravest first.',
    }),
  }),
});
