import pg from 'pg';
import { openDatabase } from '#server/db/open-database.ts';

/** Opens the database in the given folder, and commits numbers until it is killed. Prints each number after its commit. */
const { owner } = await openDatabase({ dataDir: process.argv[2] ?? '', databaseUrl: undefined });
const client = new pg.Client(owner);
await client.connect();
await client.query('create table if not exists kept (number int primary key)');
const { rows } = await client.query<{ last: number }>('select coalesce(max(number), 0) as last from kept');
for (let number = (rows[0]?.last ?? 0) + 1; ; number += 1) {
  await client.query('insert into kept values ($1)', [number]);
  process.stdout.write(`${number}\n`);
}
