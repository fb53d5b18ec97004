import { describe, expect, it } from 'vitest';
import { recapIn } from '../../src/domain/making/recap/reply.ts';
import { withoutRemarks } from '../../src/domain/text/remark/told.ts';

const told = 'Mara leaves the quay before dawn. Tom finds the letter and burns it.';

function read(reply: string): { text: string; cut: string[] } {
  const cut: string[] = [];
  return { text: withoutRemarks(reply, (at, text) => cut.push(`${at}: ${text.trim()}`)), cut };
}

describe('what a model tells about a story', () => {
  it.each([
    ['Certainly! Here is the summary of the chapter:', ' '],
    ['Certainly! Here is the summary of the chapter:', '\n\n'],
    ['Sure, here\u2019s a recap:', '\n'],
    ['Here is a brief summary of what happened:', '\n\n'],
    ['Here\u2019s the summary you requested.', '\n\n'],
    ['Great question! Here is a summary of Chapter 3, "The Quay":', ' '],
    ['Sure!', ' '],
    ['Of course.', ' '],
    ['**Summary:**', ' '],
    ['Summary:', ' '],
    ['### Summary', '\n\n'],
    ['**Chapter 3 Summary**', '\n'],
    ['## Chapter 3: The Quay', '\n\n'],
    ['Chapter 3 \u2013 key events:', ' '],
    ['*Summary of chapter three:*', ' '],
    ['**Events:**', ' '],
    ['---', '\n'],
    ['<summary>', ''],
    ['Natürlich! Hier ist die Zusammenfassung des Kapitels:', ' '],
    ['**Zusammenfassung:**', ' '],
    ['Bien sûr ! Voici le résumé du chapitre :', ' '],
    ['**Résumé :**', ' '],
    ['¡Claro! Aquí tienes el resumen:', ' '],
    ['Resumen del capítulo 3:', ' '],
    ['Ecco il riassunto:', ' '],
    ['Claro! Aqui está o resumo:', ' '],
    ['Natuurlijk! Hier is de samenvatting:', ' '],
    ['Oto streszczenie rozdziału:', ' '],
    ['Конечно! Вот краткое содержание главы:', ' '],
    ['Självklart! Här är sammanfattningen:', ' '],
    ['Selvfølgelig! Her er resuméet:', ' '],
    ['Selvfølgelig! Her er sammendraget:', ' '],
    ['以下是本章摘要：', ''],
    ['もちろんです。以下が要約です：', ''],
  ])('has no remark before it: %s', (remark, gap) => {
    const { text, cut } = read(remark + gap + told);
    expect(text).toBe(told);
    expect(cut.join(' ').replaceAll(/(?:^| )start: /g, '')).toContain(remark.slice(-4));
  });

  it.each([
    ['\n\n', 'Let me know if you\u2019d like any changes!'],
    [' ', 'Let me know if you would like me to revise it.'],
    ['\n\n', 'Would you like me to continue with the next chapter?'],
    ['\n\n', '(Word count: 120)'],
    ['\n\n', '**Word count:** 12'],
    ['\n', '```'],
    ['\n', '---'],
    ['', '</summary>'],
    ['\n\n', 'Sag mir, wenn du Änderungen möchtest.'],
    ['\n\n', 'N\u2019hésite pas à me dire si tu veux des modifications.'],
  ])('has no remark behind it: %j%s', (gap, remark) => {
    const { text, cut } = read(told + gap + remark);
    expect(text).toBe(told);
    expect(cut.at(-1)).toMatch(/^end: /);
  });

  it.each([
    told,
    'Mara says: here is the truth.',
    'The chapter ends with a change in Mara\u2019s perspective.',
    'Summary judgement is passed: Tom must leave.',
    'Sure of herself, Mara leaves.',
    'Events overtake Tom: the ferry sinks.',
    'Note: Tom never learns of the letter, and Mara keeps it.',
    'At the end of the chapter: Mara owes Tom ten crowns.',
    'Mara: at the quay, holds the lantern. Tom: in the house.',
    'State of play: nobody knows.',
    'Certainly Tom lies.',
    'Great storms come.',
    'Here is where Tom dies: the pier.',
    'Tom asks Mara whether she would like to change her mind.',
    'She lets him know that changes are needed.',
    'Tom summarizes the events: nobody waited.',
    'In this chapter Mara learns that Tom lied. The next chapter is set up by his flight.',
    'Mara reads the draft of the will. Would Tom like the changes? She doubts it.',
    'Chapter by chapter she reads his novel: it is about her.',
    'Das Kapitel endet mit einer Änderung: Tom geht.',
    'Fine.',
    'Sure!',
    '**Summary:**',
  ])('stays as it is: %s', (text) => expect(read(text)).toEqual({ text, cut: [] }));
});

describe('a recap', () => {
  const recapOf = (reply: string) => {
    const cut: string[] = [];
    return { recap: recapIn(reply, (_at, text) => cut.push(text)), cut };
  };

  it('as prose has both parts where they are labelled', () => {
    const { recap } = recapOf(
      `Here you go!\n\n**Events:** ${told}\n\n**State:** Mara has the lamp.\n\nLet me know if you want changes.`,
    );
    expect(recap).toEqual({ events: told, state: 'Mara has the lamp.' });
  });

  it('as JSON has members without remarks', () => {
    const reply = { events: `Here is the summary of the chapter: ${told}`, state: '**State:** Tom sleeps.' };
    const { recap, cut } = recapOf(`Sure!\n\`\`\`json\n${JSON.stringify(reply)}\n\`\`\``);
    expect(recap).toEqual({ events: told, state: 'Tom sleeps.' });
    expect(cut).toEqual(['Here is the summary of the chapter:', '**State:**']);
  });

  it('as prose in a fence is read', () => {
    expect(recapOf(`\`\`\`\n${told}\n\`\`\``).recap).toEqual({ events: told, state: '' });
  });

  it('is none where the model declines', () => {
    expect(recapOf('I\u2019m sorry, but as an AI language model I can\u2019t assist with that.').recap).toBeUndefined();
  });

  it('is none where the JSON is broken', () => {
    expect(recapOf('```json\n{"events": "Mara').recap).toBeUndefined();
  });
});
