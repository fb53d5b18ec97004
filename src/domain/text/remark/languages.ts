import { da } from './phrases/da.ts';
import { de } from './phrases/de.ts';
import { en } from './phrases/en.ts';
import { es } from './phrases/es.ts';
import { fr } from './phrases/fr.ts';
import { it } from './phrases/it.ts';
import { ja } from './phrases/ja.ts';
import { nb } from './phrases/nb.ts';
import { nl } from './phrases/nl.ts';
import { pl } from './phrases/pl.ts';
import { pt } from './phrases/pt.ts';
import { ru } from './phrases/ru.ts';
import { sv } from './phrases/sv.ts';
import { zh } from './phrases/zh.ts';
import type { Phrases } from './phrases.ts';

/** The phrases of all supported languages. */
export const phrases: readonly Phrases[] = [en, de, nl, fr, es, it, pt, sv, da, nb, pl, ru, zh, ja];
