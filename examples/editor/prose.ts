import { defineLanguageFacet, Language, languageDataProp } from '@codemirror/language';
import { parser, Strikethrough, Table } from '@lezer/markdown';

const data = defineLanguageFacet();

/** Markdown as the service reads it: a row of dashes below a line is a scene break, and no heading. */
export const prose = new Language(
  data,
  parser.configure([
    Strikethrough,
    Table,
    { remove: ['SetextHeading'], props: [languageDataProp.add({ Document: data })] },
  ]),
  [],
  'markdown',
).extension;

/** Signs between scenes, alone on a line. */
export const sceneBreak = /^\s*(?:(?:\\?[*＊]\s*)+|#|⁂|(?:[–—_~•-]\s*){3,})$/u;
