import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { dumpSchema } from './support/dump-schema.ts';
import type { FreshDatabase } from './support/database.ts';
import { emptyDatabase, freshDatabase } from './support/database.ts';

describe('the schema', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  test('is the golden schema.sql; after a migration: vitest run test/schema.test.ts -u, and review the difference', async () => {
    await expect(await dumpSchema(database.db)).toMatchFileSnapshot('schema.sql');
  });

  test('P1: a change names two versions, both required and different', async () => {
    const golden = await dumpSchema(database.db);
    expect(golden).toMatch(/create table changes[^;]*\n {2}from_version_id bigint not null,/);
    expect(golden).toMatch(/create table changes[^;]*\n {2}to_version_id bigint not null,/);
    expect(golden).toMatch(/create table changes[^;]*CHECK \(\(from_version_id <> to_version_id\)\)/);
  });
});

test('the golden picture shows every part of a schema', async () => {
  const { db, close } = await emptyDatabase();
  await sql
    .raw(
      `create type mood as enum ('calm', 'loud');
       create sequence tickets increment 5;
       create table owner (id bigint generated always as identity primary key, name text collate "C" not null unique);
       create table pet (
         id integer primary key, owner_id bigint references owner on delete cascade, mood mood not null default 'calm',
         legs smallint check (legs >= 0), twice int generated always as (legs * 2) stored);
       create index pet_loud on pet (owner_id) where mood = 'loud';
       create view loud_pets as select id from pet where mood = 'loud';
       create function refuse() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger pet_refuse before delete on pet for each row execute function refuse();`,
    )
    .execute(db);
  expect(await dumpSchema(db)).toMatchInlineSnapshot(`
    "create table owner (
      id bigint not null generated always as identity,
      name text collate "C" not null,
      constraint owner_pkey PRIMARY KEY (id),
      constraint owner_name_key UNIQUE (name)
    );

    create table pet (
      id integer not null,
      owner_id bigint,
      mood mood not null default 'calm'::mood,
      legs smallint,
      twice integer generated always as ((legs * 2)) stored,
      constraint pet_pkey PRIMARY KEY (id),
      constraint pet_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owner(id) ON DELETE CASCADE,
      constraint pet_legs_check CHECK ((legs >= 0))
    );
    CREATE INDEX pet_loud ON public.pet USING btree (owner_id) WHERE (mood = 'loud'::mood);

    create type mood as enum ('calm', 'loud');

    create sequence tickets as bigint start 1 increment 5;

    create view loud_pets as
     SELECT id
       FROM pet
      WHERE mood = 'loud'::mood;

    CREATE OR REPLACE FUNCTION public.refuse()
     RETURNS trigger
     LANGUAGE plpgsql
    AS $function$ begin return null; end $function$;

    CREATE TRIGGER pet_refuse BEFORE DELETE ON public.pet FOR EACH ROW EXECUTE FUNCTION refuse();
    "
  `);
  await close();
});
