import { Box, ChakraProvider, chakra, createSystem, defaultBaseConfig, Flex } from '@chakra-ui/react';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import Dexie, { type EntityTable } from 'dexie';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { Workbox } from 'workbox-window';
import { z } from 'zod';

/** Shows ten students with a search field and a menu of fifteen links: the packages of the app, and nothing else. */

interface Kept {
  readonly key: string;
  readonly page: unknown;
}

const db = new Dexie('bare-page') as Dexie & { kept: EntityTable<Kept, 'key'> };
db.version(1).stores({ kept: 'key' });

const student = z.object({
  id: z.union([z.string(), z.number()]),
  code: z.string(),
  name: z.string(),
  phone: z.string().nullish(),
  father_phone: z.string().nullish(),
  mother_phone: z.string().nullish(),
  created_at: z.string(),
});
const page = z.object({ count: z.number(), results: z.array(student) });

/** Reads the first page; without a connection, what was read before. */
async function readStudents() {
  let answer: unknown;
  try {
    const response = await fetch('/api/students/', {
      headers: { authorization: `Bearer ${localStorage.getItem('bare-page.access')}` },
    });
    answer = await response.json();
    void db.kept.put({ key: 'students', page: answer });
  } catch {
    answer = (await db.kept.get('students'))?.page;
  }
  return page.parse(answer);
}

const columns = ['code', 'name', 'phone', 'father_phone', 'mother_phone', 'created_at'] as const;

function Students() {
  const { data } = useQuery({ queryKey: ['students'], queryFn: readStudents });
  const [search, setSearch] = useState('');
  return (
    <>
      <chakra.input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      <chakra.table width="full">
        <thead>
          <tr>
            {columns.map((name) => (
              <chakra.th key={name} textAlign="start" padding="2">
                {name}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data?.results.map((row) => (
            <tr key={row.id}>
              {columns.map((name) => (
                <chakra.td key={name} padding="2">
                  {row[name]}
                </chakra.td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </>
  );
}

function Frame() {
  return (
    <Flex>
      <Box as="nav" width="15rem" padding="4">
        {Array.from({ length: 15 }, (_, at) => (
          <Box key={`link-${at + 1}`} padding="2">
            <Link to={`/page-${at + 1}`}>Page {at + 1}</Link>
          </Box>
        ))}
      </Box>
      <Box as="main" flex="1" padding="6">
        <Outlet />
      </Box>
    </Flex>
  );
}

const router = createBrowserRouter([
  { path: '/', Component: Frame, children: [{ path: '*', Component: Students }] },
]);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ChakraProvider value={createSystem(defaultBaseConfig)}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ChakraProvider>
    </StrictMode>,
  );
}
void new Workbox('/sw.js').register();
