import { type SpeechBehaviour, speech } from './speech.ts';

export const speechFaults: readonly (readonly [name: string, fault: SpeechBehaviour])[] = [
  ['hangs', speech.hang()],
  ['falls silent', speech.stall()],
  ['answers 401', speech.status(401)],
  ['answers 429 with retry-after', speech.status(429, { 'retry-after': '400' })],
  ['answers 500', speech.status(500)],
  ['answers 200 with HTML', speech.html200()],
  ['answers 200 with JSON', speech.json200()],
  ['answers with another format', speech.wav()],
  ['says nothing', speech.empty()],
  ['sends half a sample', speech.oddBytes()],
  ['does not stop', speech.endless()],
  ['cuts the socket', speech.cutSocket()],
  ['sends less than it promised', speech.cutShort()],
  ['redirects', speech.redirect()],
];
