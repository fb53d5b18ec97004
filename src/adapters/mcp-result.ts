import type { CallToolResult } from '@modelcontextprotocol/server';
import type { MadeFile } from '../graphql/context.ts';
import type { Prepared } from '../graphql/execute.ts';
import { unpage, type Values, withoutHidden } from './faces.ts';

/** What an operation found, as structured content and the same as text, or as prose alone. */
export function resultOf({ operation }: Prepared, found: unknown): CallToolResult {
  // Model interfaces refuse a text without characters.
  if (operation.tool?.textOf) return textResult(operation.tool.textOf(found as Values) || '(nothing more)');
  const { data, ...rest } = unpage(found);
  const structuredContent = { data: withoutHidden(data, operation.hidden?.tool), ...rest };
  return { ...textResult(JSON.stringify(structuredContent)), structuredContent };
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** Bytes of an image in an answer; hosts refuse what is far larger. Ours. */
const imageBytesMax = 2_000_000;

/** A picture for models, which see PNG and no SVG. */
export function imageOf({ pieces, mediaType, sizeBytes }: MadeFile): CallToolResult['content'][number] {
  if (sizeBytes > imageBytesMax)
    return { type: 'text', text: 'The image is too large for an answer; get it by its url.' };
  return { type: 'image', data: Buffer.concat(pieces).toString('base64'), mimeType: mediaType };
}
