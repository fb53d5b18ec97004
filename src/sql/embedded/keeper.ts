import type { Engine } from './engine.ts';
import { type Answer, query, type Status, sync } from './protocol.ts';
import type { Session } from './session.ts';
import { applySettings, listenOn, readChannels, readSettings } from './settings.ts';

/** Isolates the sessions of many clients in the engine's single session. Every call needs exclusive use of the engine. */
export class SessionKeeper {
  readonly #engine: Engine;
  readonly #sessions = new Set<Session>();
  /** Current settings of the engine. */
  #settings = '';
  #statementsLost = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Applies these settings. Answers the ErrorResponse if the engine refuses them, and keeps the defaults. */
  async enter(settings: string): Promise<Buffer | undefined> {
    if (this.#settings === settings) return undefined;
    return (await this.#apply(settings)).error;
  }

  /** Begins a session. The answer has its parameters, or the error if its settings are refused. */
  async begin(session: Session): Promise<Pick<Answer, 'parameters' | 'error'>> {
    this.#sessions.add(session);
    if (session.settings === '') return { parameters: new Map(), error: undefined };
    const answer = await this.#apply(session.settings);
    if (!answer.error) await this.#readSettings(session);
    return answer;
  }

  /** Call this with every answer; `status` is the state of the session after it. */
  async settle(session: Session, answer: Answer, status: Status | undefined): Promise<void> {
    this.#statementsLost ||= answer.tags.some((tag) => tag === 'DISCARD ALL' || tag === 'DEALLOCATE ALL');
    if (status !== 'I') return;
    session.forgetLocalLimits();
    if (session.settingsTouched) await this.#readSettings(session);
    if (this.#statementsLost) await this.#remake(session);
    if (answer.tags.includes('DISCARD ALL')) session.channels.clear();
    if (session.channelsTouched) await this.#settleChannels(session);
    else if (this.#statementsLost) await this.#listen();
    this.#statementsLost = false;
  }

  /** Ends a disconnected session in any state. */
  async end(session: Session, status: Status | undefined): Promise<void> {
    const stood = status ?? (await this.#engine.run(sync)).status;
    if (stood !== 'I') await this.#engine.run(query('ROLLBACK'));
    const statements = session.leave();
    if (statements) await this.#engine.run(statements);
    this.#sessions.delete(session);
    if (session.channels.size) await this.#listen();
  }

  async #apply(settings: string): Promise<Answer> {
    const answer = await this.#engine.run(query(applySettings(settings)));
    this.#settings = settings;
    if (answer.error) await this.enter('');
    return answer;
  }

  async #readSettings(session: Session): Promise<void> {
    const { firstColumn } = await this.#engine.run(query(readSettings));
    session.settings = firstColumn().join();
    session.settingsTouched = false;
    this.#settings = session.settings;
  }

  async #remake(loser: Session): Promise<void> {
    loser.forgetStatements();
    for (const session of this.#sessions) {
      for (const statement of session.remake()) await this.#engine.run(statement);
    }
  }

  async #settleChannels(session: Session): Promise<void> {
    const { firstColumn } = await this.#engine.run(query(readChannels));
    session.settleChannels(new Set(firstColumn()));
    await this.#listen();
  }

  async #listen(): Promise<void> {
    const channels = new Set([...this.#sessions].flatMap((session) => [...session.channels]));
    await this.#engine.run(query(listenOn(channels)));
  }
}
