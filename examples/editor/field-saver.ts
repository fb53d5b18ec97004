import { Away } from './client.ts';
import { type About, Draft } from './drafts.ts';
import { reasonOf } from './notice.ts';
import { later, SaveTimer } from './save-timer.ts';

/** Somebody else has changed the field since it was shown. */
export class ChangedElsewhere extends Error {
  readonly present: string;

  /** `shown`: that value for people. */
  constructor(present: string, shown = present) {
    super(`Another session changed it to “${shown}”. Your value is still here; edit it again to replace that one.`);
    this.present = present;
  }
}

/** How a save goes on: `isBusy` while it is sent or will be sent again, `reason` if it has failed. */
export interface Progress {
  isBusy: boolean;
  reason: string;
}

/** What is kept. */
interface Kept extends About {
  /** Its control. */
  control?: string;
  /** Sent only on request: neither when it is left, nor what was left. */
  isManual?: boolean;
}

/** `base` is the value that was shown when the field was edited. */
export type SaveValue = (value: string, base: string) => Promise<unknown>;

const awayReason = 'The service does not respond. This is kept here, and sent when it responds again.';

/** Takes the value of one field to the service: kept in the browser until it is there, and sent again while nobody answers. */
export class FieldSaver {
  readonly #draft: Draft<{ base: string; mine: string }>;
  readonly #save: SaveValue;
  readonly #tell: (progress: Progress) => void;
  readonly #closing = new AbortController();
  readonly #timer = new SaveTimer(later);
  #base = '';
  #mine: string | undefined;
  /** What somebody else has made of it meanwhile: replaced only after another edit. */
  #present: string | undefined;
  #isDue = false;
  #isSending = false;
  #isLeft = false;

  readonly #control: string | undefined;
  readonly #isManual: boolean;

  constructor(
    key: string,
    { control, isManual = false, ...about }: Kept,
    save: SaveValue,
    tell: (progress: Progress) => void,
  ) {
    this.#control = control;
    this.#isManual = isManual;
    this.#draft = new Draft(key, about, this.#closing.signal);
    this.#save = save;
    this.#tell = tell;
    addEventListener('online', () => this.#timer.isFailing && void this.commit(), { signal: this.#closing.signal });
  }

  /** Whether the field has a value that the service does not have. */
  get isEdited(): boolean {
    return this.#mine !== undefined;
  }

  /** Keeps a value; `base` is the one of the service that was shown. */
  typed(value: string, base: string): void {
    this.#base = this.#present ?? (this.isEdited ? this.#base : base);
    this.#present = undefined;
    this.#mine = value === this.#base ? undefined : value;
    this.#keep();
  }

  /** Sends the value. Of several, the last is sent. */
  async commit(): Promise<void> {
    this.#isDue = true;
    if (this.#isSending) return;
    this.#isSending = true;
    this.#timer.stop();
    let progress: Progress = { isBusy: false, reason: '' };
    while (this.#isDue) {
      this.#isDue = false;
      if (this.#mine === undefined || this.#present !== undefined) break;
      this.#tell({ isBusy: true, reason: '' });
      progress = await this.#send(this.#mine);
    }
    this.#isSending = false;
    this.#tell(progress);
    if (this.#isLeft) this.#closing.abort();
  }

  /** Offers what an earlier visit has left. `take` puts it into the field, unless that was edited since. */
  inherit(take: (value: string) => boolean): void {
    this.#draft.inherit(({ base, mine }) => {
      if (this.isEdited || !take(mine)) return false;
      this.#base = base;
      this.#mine = mine;
      this.#keep();
      if (!this.#isManual) void this.commit();
      return true;
    });
  }

  /** The field is no longer shown. What cannot be sent now stays in the browser. */
  async leave(): Promise<void> {
    this.#isLeft = true;
    if (!this.#isManual) await this.commit();
    else if (!this.#isSending) this.#closing.abort();
  }

  async #send(value: string): Promise<Progress> {
    try {
      await this.#save(value, this.#base);
    } catch (error) {
      if (error instanceof ChangedElsewhere) this.#present = error.present;
      if (!(error instanceof Away)) return { isBusy: false, reason: reasonOf(error, this.#control) };
      if (!this.#isLeft) this.#timer.failed(() => void this.commit());
      return { isBusy: true, reason: awayReason };
    }
    this.#timer.succeeded();
    this.#base = value;
    if (this.#mine === value) this.#mine = undefined;
    this.#keep();
    return { isBusy: false, reason: '' };
  }

  #keep(): void {
    this.#draft.keep(this.#mine === undefined ? undefined : { base: this.#base, mine: this.#mine });
  }
}
