import { daysOf, dayWords, WEEKDAYS } from '../core/digest-days.ts';
import { zoneOf } from '../core/messages/local-time.ts';
import { changeAccount, accountById, type Account, type AccountChange } from '../store/accounts.ts';
import { answer, flagText, Misused, quoted, withApp, type Command, type Invocation } from './command.ts';

export const account: Command = {
  name: 'account',
  usage:
    '[--zone ZONE] [--digest-hour 0-23] [--digest-days daily|weekdays|tue,…] [--quiet yes|no] [--own-products a,b]',
  about:
    'your time zone, when the digest comes, whether a week without news is told once (--quiet), and your own products; alone it says what is set',
  flags: {
    zone: { type: 'string' },
    'digest-hour': { type: 'string' },
    'digest-days': { type: 'string' },
    quiet: { type: 'string' },
    'own-products': { type: 'string' },
  },
  takes: [0, 0],
  async run(invocation) {
    const change = changeOf(invocation);
    return withApp(invocation, async ({ db, account: own }) => {
      await changeAccount(db, own.id, change);
      const now = (await accountById(db, own.id)) ?? own;
      answer(invocation, { account: jsonOf(now) }, [wordsOf(now)]);
      return 0;
    });
  },
};

function changeOf(invocation: Invocation): AccountChange {
  const given = flagText(invocation, 'zone');
  const zone = given === null ? null : zoneNamed(given);
  const hour = flagText(invocation, 'digest-hour');
  const quiet = flagText(invocation, 'quiet');
  const products = flagText(invocation, 'own-products');
  if (given !== null && zone === null)
    throw new Misused(`--zone takes a name such as Europe/Berlin, not ${quoted(given)}`);
  if (hour !== null && !(/^\d{1,2}$/.test(hour) && Number(hour) < 24))
    throw new Misused(`--digest-hour takes an hour from 0 to 23, not ${quoted(hour)}`);
  if (quiet !== null && quiet !== 'yes' && quiet !== 'no') throw new Misused('--quiet is yes or no');
  return {
    ...(zone === null ? {} : { timeZone: zone }),
    ...(hour === null ? {} : { digestHour: Number(hour) }),
    ...daysChange(flagText(invocation, 'digest-days')),
    ...(quiet === null ? {} : { quietMonday: quiet === 'yes' }),
    ...(products === null
      ? {}
      : {
          ownProducts: products
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== ''),
        }),
  };
}

function daysChange(text: string | null): AccountChange {
  if (text === null) return {};
  const read = daysOf(text);
  if (!read.ok) throw new Misused(`--digest-days: ${read.say}`);
  return { digestDays: read.days };
}

/** The zone as it is spelled; an older name of it stays as it was given. Null: there is no such zone. */
function zoneNamed(given: string): string | null {
  const { name, instead } = zoneOf(given);
  if (instead !== null) return null;
  return name.toLowerCase() === given.toLowerCase() ? name : given;
}

/** Named as the flags are, so that what is read can be given back. */
function jsonOf({
  id,
  name,
  timeZone: zone,
  digestHour,
  digestDays,
  quietMonday,
  ownProducts,
}: Account): object {
  const days = digestDays.map((day) => WEEKDAYS[day - 1]?.slice(0, 3).toLowerCase());
  return { id, name, zone, digestHour, digestDays: days, quiet: quietMonday, ownProducts };
}

function wordsOf({ timeZone, digestHour, digestDays, quietMonday, ownProducts }: Account): string {
  const hour = `${String(digestHour).padStart(2, '0')}:00`;
  const quiet = quietMonday
    ? 'a week without news is told once, on its first digest day (--quiet yes)'
    : 'a week without news sends nothing (--quiet no)';
  const products = ownProducts.length === 0 ? 'none named' : ownProducts.join(', ');
  return `${timeZone}; a digest ${dayWords(digestDays)} at ${hour}, ${quiet}; own products: ${products}.`;
}
