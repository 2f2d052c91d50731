import { loneText, type Rule } from './rule.ts';

/** Languages by their own names, as language menus list them. */
const LANGUAGES = new Set(
  'english|deutsch|français|español|italiano|português|nederlands|polski|čeština|slovenčina|magyar|română|български|ελληνικά|русский|українська|türkçe|svenska|norsk|norsk bokmål|dansk|suomi|eesti|latviešu|lietuvių|hrvatski|српски|srpski|slovenščina|shqip|íslenska|gaeilge|cymraeg|català|euskara|galego|العربية|עברית|فارسی|اردو|हिन्दी|বাংলা|தமிழ்|తెలుగు|ಕನ್ನಡ|മലയാളം|मराठी|ગુજરાતી|ਪੰਜਾਬੀ|ไทย|tiếng việt|bahasa indonesia|bahasa melayu|indonesia|filipino|tagalog|中文|简体中文|繁體中文|繁体中文|日本語|한국어|қазақ тілі|ქართული|հայերեն|azərbaycan|монгол|македонски|bosanski|afrikaans|kiswahili|አማርኛ|မြန်မာ|ខ្មែរ|ລາວ|සිංහල|नेपाली|english (us)|english (uk)|português (brasil)|español (latinoamérica)|français (canada)'.split(
    '|',
  ),
);

export const languageList: Rule = {
  name: 'language list',
  noise: 'chrome',
  reason: 'an entry of a language menu',
  explains: (considered) => {
    const text = loneText(considered)?.toLowerCase();
    if (text === undefined) return false;
    return LANGUAGES.has(text) || LANGUAGES.has(text.replace(/\s*\(.*\)$/, ''));
  },
};
