import { Call } from './call.ts';
import { WholeCharacters } from './characters.ts';
import { Ending } from './ending.ts';
import { textSettings } from './failure.ts';
import { FrameReader } from './frame-reader.ts';
import { Opener, type OpenerOptions } from './opening.ts';
import { ReadAhead } from './read-ahead.ts';
import type { TextEnd, TextProvider, TextRequest } from './text-provider.ts';

export { ProviderFailure, type ProviderFailureKind, withoutText } from './failure.ts';
export type { TextUsage } from './frame.ts';

/** Client of OpenAI's chat completions, or of a compatible endpoint at `baseUrl`. Loaded on first use. */
export function openAiText(options: OpenerOptions): TextProvider {
  const opener = new Opener(options);
  return {
    stream: (request) => streamText(opener, request),
    reasonsUnopened: new Set(),
    droppedParameters: () => opener.refused.all(),
  };
}

async function* streamText(opener: Opener, request: TextRequest): AsyncGenerator<string, TextEnd, void> {
  request.signal.throwIfAborted();
  const call = new Call(request);
  const characters = new WholeCharacters();
  const ending = new Ending({ model: request.model, settings: textSettings });
  try {
    const { body, contentType } = await call.wait(opener.open(request, call), 'unreachable');
    const ahead = new ReadAhead(body);
    const frames = new FrameReader(contentType);
    while (!ending.isOver) {
      const bytes = await call.wait(ahead.next(), 'cut');
      const wasBare = ending.isBare;
      const { text, speaks, fault } = ending.takeAll(bytes ? frames.read(bytes) : frames.end());
      if (ending.isBare && !wasBare) call.shortenTimeout();
      else if (!wasBare && speaks) call.resetIdleTimer();
      const piece = characters.join(text);
      if (piece !== '') {
        call.pause();
        yield piece;
        call.resume();
      }
      if (fault) throw fault;
      if (bytes === undefined) break;
    }
  } catch (fault) {
    request.signal.throwIfAborted();
    ending.fail(fault);
  } finally {
    call.end();
  }
  const end = ending.result();
  // At `length` an incomplete character is dropped: the continuation writes it whole.
  const rest = end.reason === 'length' ? '' : characters.end();
  if (rest !== '') yield rest;
  return end;
}
