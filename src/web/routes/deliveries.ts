import type { Hono } from 'hono';
import type { App } from '../../cli/command.ts';
import { replayDead } from '../../flows/replay-dead.ts';
import { channelOf } from '../../store/channels.ts';
import { deliveryOf, listDeliveries, type Delivery } from '../../store/deliveries.ts';
import { eventsOfAccount } from '../../store/events.ts';
import { triesOf } from '../../store/outbox.ts';
import { placeOf } from '../place.ts';
import { smallBody } from '../read-form.ts';
import { readersZone } from '../readers-zone.ts';
import type { Show } from '../show.ts';
import { DELIVERY_STATES, deliveriesView, deliveryView, type PlacedDelivery } from '../views/deliveries.ts';
import { messageView } from '../views/mails.ts';

const MOST = 100;

/** What was sent and what was given up, with every try; what was given up is queued again by one click. */
export function deliveryRoutes(web: Hono, app: App, show: Show): void {
  const { db, world, account } = app;
  const accountId = account.id;
  const placed = (one: Delivery): PlacedDelivery => {
    const { channelKind: kind, channelAddress: address, channelName: name } = one;
    return { ...one, place: placeOf(world, { kind, address, name }) };
  };

  web.get('/deliveries', async (c) => {
    const state = DELIVERY_STATES.find((one) => one === c.req.query('state')) ?? null;
    const found = await listDeliveries(db, { accountId, state, most: MOST });
    const deliveries = found.map(placed);
    const zone = await readersZone(app);
    return show(c, deliveriesView({ deliveries, state, cut: found.length === MOST, zone }));
  });

  web.get('/deliveries/:id{[0-9]{1,15}}', async (c) => {
    const delivery = await deliveryOf(db, { accountId, id: Number(c.req.param('id')) });
    if (delivery === null) return c.notFound();
    const { id, carriedBy, channelId, eventId } = delivery;
    const [tries, channel, zone, events] = await Promise.all([
      triesOf(db, carriedBy ?? id),
      channelOf(db, { accountId, id: channelId }),
      readersZone(app),
      // Events leave with the page that they are about.
      eventId === null ? [] : eventsOfAccount(db, accountId, { id: eventId }),
    ]);
    const seen = { channelOff: channel?.disabledAt != null, hasEvent: events.length > 0 };
    return show(c, deliveryView({ ...placed(delivery), ...seen, tries, zone, now: world.now() }));
  });

  web.post('/deliveries/:id{[0-9]{1,15}}/replay', smallBody, async (c) => {
    const id = Number(c.req.param('id'));
    if ((await deliveryOf(db, { accountId, id })) === null) return c.notFound();
    const queued = await replayDead(db, world, { account, about: { delivery: id } });
    if (queued.length > 0) return c.redirect(`/deliveries/${id}`, 303);
    return show(c, messageView('This was not queued again.', NOT_QUEUED), 422);
  });
}

const NOT_QUEUED =
  'Only what was given up is queued again, and only while its channel is on, its page is watched, and what it tells was not corrected since. Nothing was changed.';
