import type { Phrases } from '../phrases.ts';

/** Spanish. */
export const es: Phrases = {
  agrees:
    'claro|por supuesto|desde luego|con gusto|con mucho gusto|perfecto|entendido|de acuerdo|vale|ok|muy bien|gracias|sin problema|ciertamente|cómo no',
  presents:
    'aquí está|aquí tienes|aquí tiene|aquí va|aquí te|aquí le|aquí sigue|a continuación|este es|esta es|he aquí|te presento|le presento',
  reports:
    'he escrito|he reescrito|he redactado|he continuado|he intentado|he procurado|he mantenido|he respetado|escribiré|voy a escribir|continuaré|voy a continuar|continúo|como pediste|como pidió|como solicitaste|como solicitó|tal como|según lo solicitado|según tus|según sus|siguiendo tus|siguiendo sus|de acuerdo con tus|de acuerdo con sus|tus instrucciones|sus instrucciones|tus indicaciones|sus indicaciones',
  chapter: 'capítulo|capitulo|capítulos',
  work: 'escena|texto|versión|continuación|borrador|reescritura|prosa|historia|pasaje|fragmento|relato|novela',
  summary:
    'resumen|sinopsis|recapitulación|acontecimientos|eventos|sucesos|hechos|estado|estado final|sugerencia|propuesta',
  revised:
    'revisado|revisada|reescrito|reescrita|completo|completa|solicitado|solicitada|siguiente|próximo|corregido|corregida|actualizado|actualizada|nueva versión',
  your: 'tu|tus|su solicitud|sus instrucciones',
  other: 'mi|mis|nuestro|nuestra|nuestros|nuestras|su|sus',
  offers:
    'házmelo saber|hazme saber|hágamelo saber|hágame saber|avísame|avíseme|dime|dígame|quieres que|quiere que|te gustaría|le gustaría|deseas que|desea que|si quieres|si quiere|si deseas|si desea|si lo deseas|si necesitas|si necesita|si te gustaría|espero que|espero|puedo también|también puedo|puedo|no dudes|no dude|he intentado|he procurado|he mantenido|este capítulo|en este capítulo|el capítulo|en el próximo capítulo|el próximo capítulo|próximo capítulo|nota que',
  wishes:
    'cambios|cambio|cambie|cambiar|ajustes|ajustar|ajuste|modificaciones|modificar|modifique|revisar|revise|revisión|reescribir|reescriba|continuar|continúe|siga con|próximo capítulo|siguiente capítulo|comentarios|opinión|opinas|versión|preguntas|te guste|le guste|te haya gustado|haya gustado|sea de tu agrado|agrado|expectativas|buscabas|buscaba|tono|ritmo|ampliar|amplíe|parece|desarrollar',
  endOf: 'fin del|fin de|fin|final del|aquí termina|así termina|así concluye|con esto concluye',
  ended: 'continuará|fin|el fin',
  words: 'palabras|palabra',
  labels:
    'nota|notas|nota del autor|nota de la autora|recuento de palabras|número de palabras|conteo de palabras|palabras|título|título del capítulo|punto de vista|resumen|texto|respuesta|comentario',
  refuses:
    'lo siento|lamento|lo lamento|disculpa|disculpe|me disculpo|no puedo|no me es posible|no estoy en condiciones|lamentablemente|desafortunadamente|como ia|como modelo|como una ia|como inteligencia|debo rechazar|tengo que rechazar|esta solicitud|tu solicitud|su solicitud',
  rules:
    'solicitud|petición|contenido|contenidos|directrices|políticas|política|normas de|modelo de lenguaje|inteligencia artificial|como ia|una ia|ayudarte|ayudarle|ayudar con|ayudar en|cumplir con|generar|crear este|escribir este|escribir esta|escribir eso|producir|rechazar',
  inserts: 'insertar|inserte|añadir|completar|describir',
  apparatus:
    'nota del autor|nota de la autora|nota del traductor|número de palabras|recuento de palabras|resumen|resumen del capítulo|advertencia de contenido|cambios realizados|próximos pasos',
  prefaces: 'gracias por|entiendo|comprendo|agradezco|este capítulo|esta escena|aunque puedo|te agradezco',
};
