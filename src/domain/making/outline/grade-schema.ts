import { builder } from '../../../graphql/builder.ts';
import { enumOf } from '../../../graphql/input.ts';
import { type Finding, severities } from './finding.ts';
import { type Band, bands } from './rubric.ts';
import type { Grade, GradedDimension } from './score.ts';

const bandNames = ['strong', 'workable', 'revise', 'rethink'] as const satisfies readonly Band[];
const GradeBand = enumOf(
  'GradeBand',
  bandNames,
  'Rating of a score: the highest band whose lower bound it reaches.',
  Object.fromEntries(bands.map(({ band, from }) => [band, `A score of ${from} or more.`])),
);
const OutlineFindingSeverity = enumOf('OutlineFindingSeverity', severities, 'How serious a finding is.', {
  error: 'Violates the plan.',
  warning: 'Weakens the book.',
  note: 'Worth a look.',
});

const OutlineFinding = builder.objectRef<Finding>('OutlineFinding').implement({
  description: 'One possible improvement of an outline.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Kind of the finding.' }),
    severity: t.expose('severity', {
      type: OutlineFindingSeverity,
      description: 'Severity; lists begin with the most severe.',
    }),
    dimension: t.exposeString('dimension', { description: '`key` of the dimension whose score it lowers.' }),
    chapters: t.exposeIntList('chapters', {
      description: 'Positions of the affected chapters; empty for the whole book.',
    }),
    evidence: t.exposeString('evidence', {
      description: 'Evidence; quotations from your text are in quotation marks.',
    }),
    fix: t.exposeString('fix', { description: 'What to do about it.' }),
  }),
});

const GradeDimension = builder.objectRef<GradedDimension>('GradeDimension').implement({
  description: 'One criterion of a grade.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Stable name, such as `beats`.' }),
    label: t.exposeString('label', { description: 'Display name, in English.' }),
    weight: t.exposeFloat('weight', { description: 'Weight in the grade; the sum of all is 100.' }),
    score: t.exposeInt('score', {
      nullable: true,
      description:
        '0–100, the mean of the other two scores, or the only one; null if only a model can judge it and none did.',
    }),
    foundScore: t.exposeInt('foundScore', {
      nullable: true,
      description: 'Score of the checks without a model, 0–100.',
    }),
    judgedScore: t.exposeInt('judgedScore', { nullable: true, description: 'Score given by a model, 0–100.' }),
    findings: t.expose('findings', {
      type: [OutlineFinding],
      description: 'Findings that lowered the score, most severe first.',
    }),
  }),
});

export const OutlineGrade = builder.objectRef<Grade>('OutlineGrade').implement({
  description: 'Grade of an outline by a fixed rubric, with possible improvements.',
  fields: (t) => ({
    score: t.exposeInt('score', { description: '0–100, the weighted mean of the dimensions that have a score.' }),
    band: t.field({ type: GradeBand, description: 'What the score amounts to.', resolve: ({ band }) => band }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'Whether a model took part; if not, the score covers only `knownWeight` of 100.',
    }),
    knownWeight: t.exposeFloat('knownWeight', { description: 'Sum of the weights that the score covers.' }),
    dimensions: t.expose('dimensions', {
      type: [GradeDimension],
      description: 'Parts of the score, in the order of the rubric.',
    }),
    findings: t.expose('findings', {
      type: [OutlineFinding],
      description: 'Findings of all dimensions, most severe first.',
    }),
  }),
});
