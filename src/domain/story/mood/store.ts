import { RosterStore, type RowOf } from '../roster/store.ts';
import { moodRecord } from './record.ts';
import type { newMoodReference } from './rules.ts';

export type MoodReference = RowOf<typeof newMoodReference>;

export const moodRoster = new RosterStore(moodRecord);
