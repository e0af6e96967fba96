import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { createQueryClient } from '#app/cache/query-client.ts';
import { StyleProvider } from '#app/theme/style-provider.tsx';

export const renderStyled = (children: ReactNode) => render(children, { wrapper: StyleProvider });

export const renderPage = (page: ReactNode, { path = '/', client = createQueryClient() }: PageOptions = {}) =>
  renderStyled(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
    </QueryClientProvider>,
  );

interface PageOptions {
  readonly path?: string;
  readonly client?: QueryClient;
}
