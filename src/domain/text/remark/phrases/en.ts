import type { Phrases } from '../phrases.ts';

/** English. */
export const en: Phrases = {
  agrees:
    "sure|sure thing|certainly|of course|absolutely|definitely|okay|ok|alright|all right|understood|got it|great|gladly|happy to|i'd be happy to|i'd be glad to|with pleasure|no problem|very well|what a|what an|great idea|good idea|wonderful|excellent|perfect|fantastic|thank you|thanks",
  presents:
    "here is|here's|here are|here you go|here it is|below is|below you'll find|this is|what follows is|the following is|presenting|please find",
  reports:
    "i've written|i have written|i've rewritten|i have rewritten|i've revised|i have revised|i've continued|i've completed|i've drafted|i've put together|i've prepared|i've created|i've crafted|i've kept|i've tried|i've incorporated|i've followed|i tried to|i kept|i will write|i'll write|i will now write|i'll now write|i'll continue|i will continue|i'll rewrite|let me write|let me continue|let me craft|let's continue|let's write|let's dive|let's begin|let's jump|let's get|here we go|dive right in|continuing from|continuing directly|continuing with|picking up directly|picking up from|picking up right|continuing where|picking up where|writing chapter|as requested|as you requested|as you asked|as instructed|you requested|you asked for|per your|based on your|based on the outline|following your|according to your|in line with your|where we left off|where it left off",
  chapter: 'chapter|chapters',
  work: 'scene|text|version|continuation|draft|rewrite|prose|story|passage|excerpt|narrative|novel|piece|revision|instalment|installment|outline',
  summary:
    'summary|summaries|recap|synopsis|overview|chapter summary|plot summary|story so far|key events|main events|events|state|ending state|final state|what happens|what happened|suggestion',
  revised:
    'revised|rewritten|updated|edited|full|complete|completed|requested|polished|expanded|next|new version|final version|improved',
  your: 'your|you asked|you requested',
  other: 'my|our|his|her|their|mine',
  offers:
    "let me know|please let me know|would you like|do you want me|shall i|should i|if you'd like|if you would like|if you want|if you need|feel free|i hope|hope you|hope this|i can also|i can|i'd be happy|i'd be glad|i would be glad|i would be happy|i'd gladly|i'm happy to|happy to|is there anything|just say|just let me|want me to|ready for|looking forward to your|please feel free|i've kept|i've tried|i tried|i aimed|i kept|this chapter|in this chapter|this version|this scene|this draft|the chapter|the next chapter|in the next chapter|next time|next up|coming up|note that|please note",
  wishes:
    'changes|change|adjust|adjustments|adjusted|revise|revised|revision|revisions|rewrite|continue with|to continue|next chapter|next scene|following chapter|feedback|edit|edits|version|expand|tweak|tweaks|modify|modifications|questions|assistance|what you think|your thoughts|enjoyed|enjoy reading|your vision|your expectations|your needs|you had in mind|you were looking for|different direction|point of view|perspective|the tone|the pacing|the style|tone and style|proceed|more detail|word count|words long|keep going|write more|go on with|captures the|sets up|set up the|the outline|meets your|fits your',
  endOf: 'end of|ends|this concludes|that concludes|this is the end of|conclusion of',
  ended:
    'to be continued|continued in the next chapter|continued in chapter|continues in the next chapter|the end|end|fin|end chapter|continue\\?|continued',
  words: 'words|word',
  labels:
    "note|notes|author's note|author note|writer's note|word count|title|chapter title|pov|point of view|summary|chapter summary|commentary|key changes|changes made|changes|next steps|text|prose|story|output|response|answer|assistant|draft",
  refuses:
    "i'm sorry|i am sorry|sorry|i apologize|i apologise|my apologies|i can't|i cannot|i can not|i won't|i'm unable|i am unable|i'm not able|i am not able|i'm not comfortable|i must decline|i have to decline|i need to decline|i must respectfully|i'm afraid i can't|unfortunately|as an ai|as a language model|this request|your request|i will not|have to pass|not something i|isn't something i|not able to|unable to|not comfortable|i do not feel comfortable|i don't feel comfortable",
  rules:
    'assist with|help with that|help you with|help with this|fulfill|fulfil|comply|this request|that request|your request|generate|create content|this content|such content|explicit content|sexual content|content policy|content policies|guidelines|policy|policies|against my|language model|an ai|ai assistant|produce|provide that|write (?:this|that|such) (?:scene|chapter|story|content|kind|type|material)|write content|write explicit|depicts? (?:sexual|explicit|graphic)|inappropriate|harmful content|content that|kind of content|type of content|comfortable producing|comfortable writing|comfortable with|graphic|too explicit',
  inserts: 'insert|add|describe|tbd|tba|placeholder|to be written|to be added',
  apparatus:
    "author's note|author note|writer's note|translator's note|translation note|editor's note|word count|chapter summary|summary|key changes|changes made|content warning|content note|trigger warning|next steps",
  prefaces:
    "i appreciate|i understand|i want to be|i have to be|i need to be|thank you for|thanks for|while i|i've read|after reviewing|i'd rather not|i don't think i|this chapter|this scene|this request|the scene you|what you're asking|what you are asking",
};
