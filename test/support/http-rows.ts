import { HEAD_ROWS } from './http-rows/head.ts';
import { REDIRECT_ROWS } from './http-rows/redirects.ts';
import type { HttpRow } from './http-rows/row.ts';
import { SIZE_ROWS } from './http-rows/size.ts';
import { STATUS_ROWS } from './http-rows/statuses.ts';
import { TIME_ROWS } from './http-rows/time.ts';
import { TYPE_ROWS } from './http-rows/types.ts';

/** Every row of the reference on HTTP in which a server misbehaves, most of them in several forms. */
export const HTTP_ROWS: readonly HttpRow[] = [
  TIME_ROWS,
  SIZE_ROWS,
  HEAD_ROWS,
  REDIRECT_ROWS,
  STATUS_ROWS,
  TYPE_ROWS,
]
  .flat()
  .map(([row, what, answer, gets, outcome, more]) => ({ row, what, answer, gets, outcome, ...more }));
