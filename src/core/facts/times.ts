import { findAll, type Finder } from './scan.ts';

const RELATIVE =
  /\b(?:(?:an?|\d+|few|one) (?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?) ago|\d+[smhdwy] ago|vor (?:\d+|einer|einem|wenigen) (?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)|il y a (?:\d+|une?|quelques) (?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)|hace (?:\d+|una?|unos) (?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)|just now|yesterday|gerade eben|gestern|hier à|ayer)(?![\p{L}])/giu;

const CLOCK =
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?!:?\d)(?:\s?[ap]\.?m\b\.?)?|\b(?:1[0-2]|[1-9])\s?[ap]m\b|\b(?:[01]?\d|2[0-3]) uhr\b/giu;

const COPYRIGHT =
  /(?:©|\(c\)|copyright|&copy;)[^\d\n]{0,40}?((?:19|20)\d{2}(?:\s?[-–—]\s?(?:(?:19|20)?\d{2}))?)|((?:19|20)\d{2}(?:\s?[-–—]\s?(?:19|20)\d{2})?)\s?(?:©|\(c\))/giu;

export const findRelativeTimes: Finder = (scan) =>
  findAll(scan, RELATIVE, ([text]) => ({ type: 'relative time', text }));
export const findClocks: Finder = (scan) => findAll(scan, CLOCK, ([text]) => ({ type: 'clock', text }));
export const findCopyrightYears: Finder = (scan) =>
  findAll(scan, COPYRIGHT, ([, behind, before = '']) => ({
    type: 'copyright year',
    text: behind ?? before,
  }));
