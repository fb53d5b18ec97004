import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const plan: Register = {
  feature: 'plan',
  operations: {
    plan: { tools: { get_plan: { args: ofBook } } },
    updatePlan: {
      reader: 'plan',
      events: ['plan.updated'],
      tools: {
        set_plan: {
          args: async (story) => ({
            ...(await ofBook(story)),
            themeStatement: 'Light is owed.',
            beatSheetTemplate: 'three-act',
          }),
        },
      },
    },
    beatSheets: { tools: { list_beat_sheets: { args: ofBook } } },
  },
};
