import { idleLimitIn, type LimitChange, limitIn, statementMsMax } from '../statement-limit.ts';
import { closeStatement, sync, text } from './protocol.ts';

interface Statement {
  /** The Parse message that creates it. */
  parse: Buffer;
  effects: Effects;
}

/** Effects of SQL on the session, judged by its text. */
interface Effects {
  settings: boolean;
  channels: ChannelChange[];
  limit: LimitChange | undefined;
  idleLimit: LimitChange | undefined;
}
interface ChannelChange {
  listen: boolean;
  /** `*` means all (UNLISTEN only). */
  channel: string;
}

/**
 * Session state that one client seems to own in the engine's single session: named and unnamed statements, settings,
 * channels. Still shared by all clients: temporary tables, SQL PREPARE, cursors WITH HOLD, session advisory locks,
 * currval() and lastval(), pg_backend_pid().
 */
export class Session {
  /** SELECT list that applies its settings after RESET ALL; empty for the defaults. */
  settings: string;
  /** Whether its settings may have changed since they were last read. */
  settingsTouched = false;
  readonly channels = new Set<string>();
  #limitMs = statementMsMax;
  /** Until the transaction ends. */
  #localLimitMs: number | undefined;
  #localIdleMs: number | undefined;
  readonly #channelChanges: ChannelChange[] = [];
  /** By their name in the engine; the unnamed statement has the empty name. */
  readonly #statements = new Map<string, Statement>();
  readonly #prefix: string;

  constructor(id: number, settings: string) {
    this.#prefix = `${id}:`;
    this.settings = settings;
  }

  /** Time limit of its statements; 0 means none. */
  get limitMs(): number {
    return this.#localLimitMs ?? this.#limitMs;
  }

  /** Milliseconds that its transaction may idle, if the transaction has set them; 0 means no limit. */
  get localIdleMs(): number | undefined {
    return this.#localIdleMs;
  }

  /** Call this when its transaction has ended. */
  forgetLocalLimits(): void {
    this.#localLimitMs = undefined;
    this.#localIdleMs = undefined;
  }

  /** Rewrites a batch with this client's statement names. */
  translate(batch: Buffer[]): Buffer {
    const lost = this.#usesEarlierUnnamed(batch) && this.#statements.get('');
    const messages = batch.map((message) => this.#translate(message));
    return Buffer.concat(lost ? [lost.parse, ...messages] : messages);
  }

  /** Recreates its named statements after another client's DISCARD ALL, one by one, because each may fail. */
  remake(): Buffer[] {
    return [...this.#statements].filter(([name]) => name).map(([, { parse }]) => Buffer.concat([parse, sync]));
  }

  /** Removes its statements from the engine; undefined if there are none. */
  leave(): Buffer | undefined {
    const names = [...this.#statements.keys()].filter((name) => name);
    return names.length ? Buffer.concat([...names.map(closeStatement), sync]) : undefined;
  }

  forgetStatements(): void {
    this.#statements.clear();
  }

  /** Applies LISTEN and UNLISTEN of the transaction that has ended; `engine` has the channels of the engine. */
  settleChannels(engine: ReadonlySet<string>): void {
    for (const { listen, channel } of this.#channelChanges.splice(0)) {
      if (channel === '*') this.channels.clear();
      else if (listen && engine.has(channel)) this.channels.add(channel);
      else if (!listen) this.channels.delete(channel);
    }
  }

  get channelsTouched(): boolean {
    return this.#channelChanges.length > 0;
  }

  #translate(message: Buffer): Buffer {
    switch (String.fromCharCode(message[0] ?? 0)) {
      case 'Q':
        this.#note(effectsOf(text(message, 5)));
        return message;
      case 'P':
        return this.#parse(message);
      case 'B':
        return this.#bind(message);
      case 'C':
        if (message[5] === 0x53) this.#statements.delete(this.#engineName(text(message, 6)));
        return message[5] === 0x53 ? this.#rename(message, 6) : message;
      case 'D':
        return message[5] === 0x53 ? this.#rename(message, 6) : message;
      default:
        return message;
    }
  }

  #parse(message: Buffer): Buffer {
    const name = text(message, 5);
    const renamed = this.#rename(message, 5);
    const known = name !== '' && this.#statements.has(this.#engineName(name));
    if (!known) {
      const effects = effectsOf(text(message, 6 + Buffer.byteLength(name)));
      // Copied, because the message may be a small part of a large chunk.
      this.#statements.set(this.#engineName(name), { parse: Buffer.from(renamed), effects });
    }
    return renamed;
  }

  #bind(message: Buffer): Buffer {
    const at = 6 + Buffer.byteLength(text(message, 5));
    const statement = this.#statements.get(this.#engineName(text(message, at)));
    if (statement) this.#note(statement.effects);
    return this.#rename(message, at);
  }

  #note(effects: Effects): void {
    this.settingsTouched ||= effects.settings;
    this.#channelChanges.push(...effects.channels);
    if (effects.limit?.isLocal) this.#localLimitMs = effects.limit.ms;
    else if (effects.limit) this.#limitMs = effects.limit.ms;
    if (effects.idleLimit?.isLocal) this.#localIdleMs = effects.idleLimit.ms;
  }

  /** Another client may have replaced the unnamed statement meanwhile. */
  #usesEarlierUnnamed(batch: Buffer[]): boolean {
    const first = batch.find((message) => statementOf(message) === '');
    return first !== undefined && first[0] !== 0x50; // not Parse
  }

  #engineName = (name: string): string => name && this.#prefix + name;

  /** Prefixes the statement name at `at`; the unnamed statement stays unnamed. */
  #rename(message: Buffer, at: number): Buffer {
    if (message[at] === 0) return message;
    const renamed = Buffer.concat([message.subarray(0, at), Buffer.from(this.#prefix), message.subarray(at)]);
    renamed.writeInt32BE(renamed.length - 1, 1);
    return renamed;
  }
}

/** Statement that a message names; undefined if none. */
function statementOf(message: Buffer): string | undefined {
  const type = String.fromCharCode(message[0] ?? 0);
  if (type === 'P') return text(message, 5);
  if (type === 'B') return text(message, 6 + Buffer.byteLength(text(message, 5)));
  return type === 'D' && message[5] === 0x53 ? text(message, 6) : undefined;
}

const startOfStatement = String.raw`(?:^|;)(?:\s|--[^\n]*(?:\n|$)|/\*(?:[^*]|\*(?!/))*\*/)*`;
const changesSettings = new RegExp(
  String.raw`${startOfStatement}(?:set|reset|discard)\b(?!\s+(?:local|transaction|constraints)\b)|\bset_config\s*\(`,
  'i',
);
const changesChannels = /\b(un)?listen\s+(?:"((?:[^"]|"")+)"|([\w$]+|\*))/gi;

function effectsOf(sql: string): Effects {
  const channels = [...sql.matchAll(changesChannels)].map(([, un, quoted, plain]) => ({
    listen: !un,
    channel: quoted?.replaceAll('""', '"') ?? plain?.toLowerCase() ?? '*',
  }));
  return { settings: changesSettings.test(sql), channels, limit: limitIn(sql), idleLimit: idleLimitIn(sql) };
}
