import { findAll, type Finder } from './scan.ts';

const VERSION =
  /(?<![\p{L}\d.])(?:[vV](?:ersion)?\.? ?\d+(?:\.\d+){0,3}|\d+\.\d+(?:\.\d+)?(?:[ -]?(?:alpha|beta|rc|Alpha|Beta|RC)[ .-]?\d*)|\d+\.\d+\.\d+|[A-Z][A-Z\d]*-\d+(?:\.\d+)?[a-z]?)(?![\p{L}\d]|\.\d)/gu;

/** "v2.3.3", "version 4", "2.0 RC", "2.4.9", and model names of the shape "ABC-5.1". */
export const findVersions: Finder = (scan) => findAll(scan, VERSION, ([text]) => ({ type: 'version', text }));

const CODE =
  /\b(?:[Cc]ode|CODE|[Cc]oupon|[Gg]utschein(?:code)?|[Pp]romo(?:[ -]?code)?|[Vv]oucher|[Cc]ódigo)\s*(?:code)?:?\s*["“„'«]?([A-Z][A-Z\d]{3,19})\b/gu;

/** A coupon code: capitals and digits behind a word that says so. */
export const findCodes: Finder = (scan) =>
  findAll(scan, CODE, ([, code = '']) => ({ type: 'code', text: code }));
