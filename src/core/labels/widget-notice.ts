import { loneText, type Rule } from './rule.ts';

/** What forms and widgets keep ready for the visitor, whole texts only. */
const NOTICE =
  /^(?:(?:oops|sorry)[!,.]?\s*)?(?:something went wrong|an error (?:has )?occurred|(?:failed|unable) to load|could not (?:be )?load(?:ed)?|this (?:field|form) is required|please (?:try again|reload|refresh|enter a valid|fill (?:in|out))|etwas ist schiefgelaufen|ein fehler ist aufgetreten|bitte versuchen sie es|une erreur est survenue|veuillez réessayer|se ha producido un error|inténtalo de nuevo)\b.{0,90}$|^thank you[!.,]? (?:your|for) (?:submission|message|request|subscri).{0,60}$|^your (?:submission|message|request) has been (?:sent|received)[!.]?$/i;
const CAPTCHA =
  /^this site is protected by (?:re|h)captcha\b.{0,120}$|^(?:protected by )?re?captcha(?: privacy ?[-·] ?terms)?$/i;

/** Messages that a form shows when it fails or succeeds, and the notice that a captcha demands: part of the machinery. */
export const widgetNotice: Rule = {
  name: 'widget notice',
  noise: 'chrome',
  reason: 'a ready-made message of a form or widget',
  explains: (considered) => {
    const text = loneText(considered);
    return text !== null && (NOTICE.test(text) || CAPTCHA.test(text));
  },
};
