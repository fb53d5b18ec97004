import type { Phrases } from '../phrases.ts';

/** Portuguese. */
export const pt: Phrases = {
  agrees:
    'claro|com certeza|certamente|com prazer|com todo o prazer|perfeito|entendido|está bem|tudo bem|ok|certo|obrigado|obrigada|sem problema|naturalmente|é claro',
  presents:
    'aqui está|aqui vai|aqui tens|aqui tem|aqui estão|segue|segue-se|a seguir|abaixo está|abaixo|este é|esta é|eis',
  reports:
    'escrevi|reescrevi|redigi|continuei|tentei|procurei|mantive|respeitei|vou escrever|vou continuar|escreverei|continuarei|continuo|como pediste|como pediu|como solicitado|como solicitou|conforme solicitado|conforme pedido|conforme as suas|de acordo com as suas|de acordo com suas|segundo as suas|seguindo as suas|seguindo suas|as suas instruções|suas instruções|tuas instruções|suas orientações',
  chapter: 'capítulo|capitulo|capítulos',
  work: 'cena|texto|versão|continuação|rascunho|reescrita|prosa|história|passagem|trecho|conto|romance|narrativa',
  summary: 'resumo|sinopse|síntese|acontecimentos|eventos|factos|fatos|estado|estado final|sugestão|proposta',
  revised:
    'revisto|revista|revisado|revisada|reescrito|reescrita|completo|completa|solicitado|solicitada|próximo|seguinte|corrigido|corrigida|atualizado|atualizada|nova versão|pedido',
  your: 'teu|tua|teus|tuas|seu pedido|suas instruções|sua solicitação',
  other: 'meu|minha|meus|minhas|nosso|nossa|seu|sua|seus|suas|dele|dela',
  offers:
    'avise-me|avisa-me|me avise|diga-me|diz-me|me diga|deixe-me saber|gostaria que|gostarias que|queres que|quer que|deseja que|desejas que|se quiser|se quiseres|se desejar|se desejares|se precisar|se precisares|espero que|espero|posso também|também posso|posso|não hesite|não hesites|fique à vontade|tentei|procurei|mantive|devo|este capítulo|neste capítulo|o capítulo|no próximo capítulo|o próximo capítulo|próximo capítulo',
  wishes:
    'alterações|alteração|alterar|altere|mudanças|mudar|mude|ajustes|ajustar|ajuste|modificações|modificar|rever|reveja|revisão|revisar|revise|reescrever|reescreva|continuar|continue|prossiga|próximo capítulo|capítulo seguinte|comentários|opinião|acha|achas|versão|perguntas|dúvidas|goste|gostes|gostado|agrado|expectativas|procurava|tom|ritmo|ampliar|expandir|desenvolver',
  endOf: 'fim do|fim da|fim de|fim|final do|aqui termina|assim termina|assim se conclui',
  ended: 'continua|fim|o fim',
  words: 'palavras|palavra',
  labels:
    'nota|notas|nota do autor|nota da autora|observação|observações|contagem de palavras|número de palavras|palavras|título|título do capítulo|ponto de vista|resumo|texto|resposta|comentário',
  refuses:
    'desculpe|desculpa|desculpe-me|lamento|sinto muito|peço desculpa|não posso|não consigo|não me é possível|não sou capaz|infelizmente|como ia|como modelo|como uma ia|como inteligência|devo recusar|tenho de recusar|este pedido|esta solicitação|seu pedido',
  rules:
    'pedido|solicitação|conteúdo|conteúdos|diretrizes|políticas|política|normas|modelo de linguagem|inteligência artificial|como ia|uma ia|ajudar com|ajudá-lo|ajudá-la|ajudar nisso|ajudar com isso|cumprir|atender|gerar|criar este|escrever este|escrever esta|escrever isso|produzir|recusar',
  inserts: 'inserir|insira|adicionar|completar|descrever',
  apparatus:
    'nota do autor|nota da autora|nota do tradutor|contagem de palavras|número de palavras|resumo|resumo do capítulo|aviso de conteúdo|alterações feitas|próximos passos',
  prefaces:
    'obrigado por|obrigada por|obrigado pela|obrigada pela|entendo|compreendo|agradeço|este capítulo|esta cena|embora eu',
};
