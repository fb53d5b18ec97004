/** How often held text is saved. */
const saveMs = 1_000;

/** Saves text that is held back from readers as the draft of its run, so that the loss of a node loses at most a second of it. */
export class HeldDraft {
  private readonly save: (text: string) => Promise<void>;
  private text = '';
  private savedLength = 0;
  private timer: NodeJS.Timeout | undefined;
  private isSaving = false;

  constructor(save: (text: string) => Promise<void>) {
    this.save = save;
  }

  hold(text: string): void {
    this.text = text;
    this.timer ??= setInterval(() => void this.saveNew(), saveMs);
  }

  /** The text was released, or the run has ended. */
  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async saveNew(): Promise<void> {
    if (this.isSaving || this.text.length === this.savedLength) return;
    const { text } = this;
    this.isSaving = true;
    try {
      await this.save(text);
      this.savedLength = text.length;
    } catch {
      // The next second tries again; the end of the run stores the whole text.
    } finally {
      this.isSaving = false;
    }
  }
}
