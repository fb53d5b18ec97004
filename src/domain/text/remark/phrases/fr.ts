import type { Phrases } from '../phrases.ts';

/** French. */
export const fr: Phrases = {
  agrees:
    "bien sûr|certainement|d'accord|avec plaisir|volontiers|absolument|très bien|entendu|compris|parfait|ok|merci|pas de problème|bien entendu",
  presents: "voici|voilà|ci-dessous|vous trouverez|tu trouveras|ceci est|c'est",
  reports:
    "j'ai écrit|j'ai rédigé|j'ai réécrit|j'ai essayé|j'ai veillé|j'ai respecté|j'ai conservé|je vais écrire|je vais poursuivre|je vais continuer|je poursuis|je continue|j'écris|comme demandé|comme vous l'avez|comme tu l'as|selon vos|selon tes|conformément à|suivant vos|suivant tes|d'après votre|vos consignes|tes consignes|vos instructions|tes instructions",
  chapter: 'chapitre|chapitres',
  work: 'scène|texte|version|suite|brouillon|réécriture|prose|histoire|passage|extrait|récit|roman',
  summary:
    'résumé|récapitulatif|synopsis|aperçu|événements|évènements|événements clés|état|état final|suggestion|proposition',
  revised:
    'révisé|révisée|réécrit|réécrite|complet|complète|demandé|demandée|prochain|corrigé|corrigée|suivant|nouvelle version|remanié|remaniée',
  your: 'votre|vos|ton|ta|tes',
  other: 'mon|ma|mes|notre|nos|leur|leurs|son|sa|ses',
  offers:
    "n'hésitez pas|n'hésite pas|dites-moi|dis-moi|faites-moi savoir|fais-moi savoir|souhaitez-vous|souhaites-tu|voulez-vous|veux-tu|si vous souhaitez|si vous le souhaitez|si vous voulez|si tu veux|si tu souhaites|si besoin|j'espère|en espérant|je peux aussi|je peux également|je peux|je reste|j'ai|dois-je|aimeriez-vous|ce chapitre|dans ce chapitre|le chapitre|dans le prochain chapitre|le prochain chapitre|prochain chapitre",
  wishes:
    'modifications|modification|modifier|ajustements|ajuster|ajuste|changements|changer|réviser|révision|réécrire|réécrive|poursuivre|poursuive|continuer|continue|prochain chapitre|chapitre suivant|suite|retours|retour|avis|version|questions|plaît|plaira|plu|convient|attentes|ton|rythme|développer|développe|en pensez|en penses|disposition',
  endOf: "fin du|fin de|fin|ainsi s'achève|ici s'achève|ainsi se termine",
  ended: 'à suivre|fin|la fin',
  words: 'mots|mot',
  labels:
    "note|notes|note de l'auteur|remarque|remarques|nombre de mots|mots|titre|titre du chapitre|point de vue|résumé|texte|réponse|commentaire",
  refuses:
    "je suis désolé|je suis désolée|désolé|désolée|je m'excuse|je ne peux pas|je ne peux|je ne suis pas en mesure|il m'est impossible|malheureusement|en tant qu'ia|en tant que modèle|en tant qu'intelligence|je dois refuser|je dois décliner|cette demande|votre demande",
  rules:
    "demande|requête|contenu|contenus|directives|règles d'utilisation|politique|modèle de langage|intelligence artificielle|une ia|vous aider|t'aider|aider avec|aider à cela|accéder à|répondre favorablement|produire|générer|rédiger|écrire ce|écrire cette|refuser|décliner",
  inserts: 'insérer|insérez|ajouter|à compléter|compléter|décrire',
  apparatus:
    "note de l'auteur|note du traducteur|note de l'autrice|nombre de mots|résumé|résumé du chapitre|avertissement|avertissement de contenu|modifications apportées|prochaines étapes",
  prefaces: "merci pour|merci de|je comprends|j'apprécie|ce chapitre|cette scène|bien que je|je vous remercie",
};
