import { BROKEN } from './traps/broken.ts';
import { CHROME } from './traps/chrome.ts';
import { TICKING } from './traps/ticking.ts';
import { TRANSPORT } from './traps/transport.ts';
import { VARIANTS } from './traps/variants.ts';

/** Every class of page that cries wolf. */
export const TRAPS = [...VARIANTS, ...CHROME, ...TICKING, ...BROKEN, ...TRANSPORT];
