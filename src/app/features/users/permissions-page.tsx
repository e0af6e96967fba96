import { Box, chakra } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { permissionNames, permissions, type Role, roleMay, roles } from '#contract/permissions.ts';
import { messages } from './texts.en.ts';

const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: { base: 'sm', md: 'md' },
    '& th, & td': {
      padding: { base: '2', md: '3' },
      textAlign: 'start',
      borderBottomWidth: '1px',
      minHeight: 'target',
    },
    '& thead th': { fontSize: 'sm', fontWeight: 'medium', color: 'fg.muted' },
    '& tbody th': { fontWeight: 'normal' },
    '& tbody tr:last-child > *': { borderBottomWidth: '0' },
    '& svg': { display: 'inline', marginInlineEnd: '1' },
    '& td, & thead th + th': { whiteSpace: 'nowrap' },
  },
});

const roleName = (role: Role) => (role === 'manager' ? messages.manager : messages.staff);

export function PermissionsPage() {
  return (
    <>
      <PageHeading title={messages.whoMayDoWhat} about={messages.permissionsAbout} />
      <Box background="bg.surface" borderWidth="1px" borderRadius="md" overflowX="auto">
        <Table>
          <thead>
            <tr>
              <th scope="col">{messages.permission}</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissionNames.map((name) => (
              <tr key={name}>
                <th scope="row">{permissions[name].label}</th>
                {roles.map((role) => (
                  <td key={role}>
                    {roleMay(role, name) ? <Check size={18} aria-hidden /> : <Minus size={18} aria-hidden />}
                    {roleMay(role, name) ? messages.may : messages.mayNot}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Box>
      <chakra.p marginBlockStart="4" color="fg.muted">
        {messages.approvalNote}
      </chakra.p>
    </>
  );
}
