import pg from 'pg';

export async function query(settings: pg.ClientConfig, statement: string): Promise<unknown[]> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
