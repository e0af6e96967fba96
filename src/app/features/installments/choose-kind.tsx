import { Button, Flex } from '@chakra-ui/react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router-dom';
import { messages as appMessages } from '#app/lib/messages.ts';
import { INSTALLMENT_PATH } from '#app/lib/paths.ts';
import { useTakesInstallments } from '#app/reads/use-takes-installments.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './messages.ts';

/** Lists the resources with installments, when Create Installment was opened without one. */
export function ChooseKind() {
  const kinds = resourceNames.map(resourceOf).filter(useTakesInstallments());
  return (
    <>
      <PageHeading title={appMessages.createInstallment} about={messages.chooseKind} back="/" />
      <Flex direction="column" gap="3" maxWidth="form">
        {kinds.map(({ name, plural, screens }) => (
          <Button key={name} asChild variant="outline" size="lg" justifyContent="space-between">
            <Link to={INSTALLMENT_PATH} replace state={{ resource: name, fallback: screens.list }}>
              {plural} <ChevronRight size={18} aria-hidden />
            </Link>
          </Button>
        ))}
      </Flex>
    </>
  );
}
