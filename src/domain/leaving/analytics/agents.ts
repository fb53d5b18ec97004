/**
 * User agents of one address and day that count as visitors (ours). One machine can name any number of agents, and each
 * would be a visitor of every page.
 */
const agentsMax = 100;

/** Pairs of address and agent that are remembered (ours). Readers beyond it are not counted as visitors that day. */
const pairsMax = 500_000;

/** User agents of the current day by address, in this node. Both are hashed with the salt of the day. */
export class AgentsOfDay {
  #day = '';
  #pairs = 0;
  #agents = new Map<string, Set<string>>();

  /** True for the first agents of an address on a day, up to the limit. */
  isAmongFirst(day: string, address: string, agent: string): boolean {
    if (day !== this.#day) this.#begin(day);
    const known = this.#agents.get(address) ?? new Set();
    if (known.has(agent)) return true;
    if (known.size >= agentsMax || this.#pairs >= pairsMax) return false;
    this.#agents.set(address, known.add(agent));
    this.#pairs += 1;
    return true;
  }

  #begin(day: string): void {
    this.#day = day;
    this.#pairs = 0;
    this.#agents = new Map();
  }
}
