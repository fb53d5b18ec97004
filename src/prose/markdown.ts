import type { Root } from 'mdast';
import { fromMarkdown, type Extension as MdastExtension } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { setextUnderline } from 'micromark-core-commonmark';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Construct, Extension, ParseContext } from 'micromark-util-types';

/** Normalized names that references of a text may use, wherever their definitions stand. */
export interface Names {
  links: readonly string[];
  notes: readonly string[];
}

const mdast: MdastExtension[] = [gfmFootnoteFromMarkdown(), gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown()];

/** A row of dashes under a line of prose is a scene break; a row of equals signs makes the line a heading. */
const headings: Extension = {
  disable: { null: ['setextUnderline'] },
  flow: { [code('=')]: { ...setextUnderline, name: 'equalsUnderline' } },
};

const syntax: Extension[] = [
  gfmFootnote(),
  gfmTable(),
  cjkFriendlyExtension(),
  gfmStrikethroughCjkFriendly({ singleTilde: false }),
  headings,
];

const noDefinitions: Extension = { disable: { null: ['definition', 'gfmFootnoteDefinition'] } };

/**
 * Parses CommonMark with footnotes, tables and strikethrough. With `names`, exactly these are defined; otherwise those that
 * the text defines.
 */
export function parseMarkdown(text: string, names?: Names): Root {
  return parsed(text, names ? [...syntax, defining(names)] : syntax);
}

/** The same, but a line of the form of a definition is text. */
export function parseWithoutDefinitions(text: string, names: Names): Root {
  return parsed(text, [...syntax, noDefinitions, defining(names)]);
}

function parsed(text: string, extensions: Extension[]): Root {
  return fromMarkdown(text, { extensions, mdastExtensions: mdast });
}

/**
 * Sets the defined names before any reference is looked up. The parser reads all blocks, and so all definitions, before the
 * first character inside a block.
 */
function defining({ links, notes }: Names): Extension {
  let isSet = false;
  const begin: Construct = {
    name: 'definedNames',
    tokenize(_effects, _ok, nok) {
      const parser: ParseContext = this.parser;
      if (!isSet) {
        parser.defined = [...links];
        parser.gfmFootnotes = [...notes];
      }
      isSet = true;
      return nok;
    },
  };
  return { text: { [code('[')]: begin, [code('!')]: begin } };
}

function code(sign: string): number {
  return sign.charCodeAt(0);
}
