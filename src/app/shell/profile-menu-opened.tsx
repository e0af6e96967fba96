import { chakra, Menu } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Banknote from 'lucide-react/icons/banknote';
import Check from 'lucide-react/icons/check';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import Download from 'lucide-react/icons/download';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import Settings2 from 'lucide-react/icons/settings-2';
import UserCog from 'lucide-react/icons/user-cog';
import UserRound from 'lucide-react/icons/user-round';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { bootCache, userMay } from '#app/cache/boot-cache.ts';
import { type ColorScheme, chooseScheme, useColorScheme } from '#app/lib/color-scheme.ts';
import { useDigits } from '#app/lib/digits.ts';
import { promptInstall, useInstallState } from '#app/lib/install.ts';
import { languageNames, useLanguage } from '#app/lib/language.ts';
import { CLOSE_DAY_PATH, CLOSES_PAGE_PATH } from '#app/lib/paths.ts';
import { displayName } from '#app/lib/person-name.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { Directed } from '#app/ui/directed.tsx';
import { messages as uiMessages } from '#app/ui/texts.en.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { User } from '#contract/account.ts';
import { digitSets, languages } from '#contract/messages.ts';
import { messages } from './opened-texts.en.ts';
import { chooseDigits, chooseLanguage } from './person-choices.ts';
import { messages as shellMessages } from './texts.en.ts';

const loadLogOut = () => import('./log-out-dialog.tsx');
const loadHint = () => import('./install-hint.tsx');

const schemes = [
  { value: 'device', label: 'schemeDevice' },
  { value: 'light', label: 'schemeLight' },
  { value: 'dark', label: 'schemeDark' },
] as const satisfies readonly { value: ColorScheme; label: keyof typeof messages }[];

/** Lays the choices of a group beside each other: the menu fits a phone. */
const groupInLine = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '1',
  css: { '& > div:first-of-type': { width: 'full' } },
} as const;
const choiceInLine = { width: 'auto', gap: '2', css: { '& > *': { flex: 'none' } } } as const;

interface ProfileMenuOpenedProps {
  readonly user: User | undefined;
  readonly trigger: ReactElement;
}

/** Renders the open profile menu: Profile, Users, Branch settings and Backups for managers, Install where the browser can, colour scheme, Log out. */
export function ProfileMenuOpened({ user, trigger }: ProfileMenuOpenedProps) {
  const [openDialog, setOpenDialog] = useState<'log-out' | 'install' | undefined>();
  const close = () => setOpenDialog(undefined);
  const logOut = useLazyDialog(openDialog === 'log-out', loadLogOut, close);
  const hint = useLazyDialog(openDialog === 'install', loadHint, close);
  const installing = useInstallState();
  const navigate = useNavigate();
  // Right after a sign-in the boot cache is still to be written.
  const { data: branch = bootCache().branch } = useQuery({
    ...branchQuery(),
    staleTime: Number.POSITIVE_INFINITY,
  });

  const handleSelect = (value: string) => {
    if (value === 'profile') void navigate('/profile');
    if (value === 'close-day') void navigate(CLOSE_DAY_PATH);
    if (value === 'closes') void navigate(CLOSES_PAGE_PATH);
    if (value === 'users') void navigate('/users');
    if (value === 'backups') void navigate('/backups');
    if (value === 'branch-settings') void navigate('/branch-settings');
    if (value === 'log-out') setOpenDialog('log-out');
    if (value === 'install' && installing === 'offered') void promptInstall();
    else if (value === 'install') setOpenDialog('install');
  };

  return (
    <Directed>
      <Menu.Root
        defaultOpen
        positioning={{ placement: 'bottom-end' }}
        onSelect={({ value }) => handleSelect(value)}
      >
        <Menu.Trigger asChild>{trigger}</Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content>
            {user && <Person user={user} />}
            <Menu.Item value="profile">
              <UserRound size={18} aria-hidden /> {shellMessages.profile}
            </Menu.Item>
            {branch?.closes && (
              <>
                <Menu.Item value="close-day">
                  <Banknote size={18} aria-hidden /> {appMessages.closeDrawer}
                </Menu.Item>
                <Menu.Item value="closes">
                  <ListChecks size={18} aria-hidden /> {messages.drawerCloses}
                </Menu.Item>
              </>
            )}
            {branch?.users && userMay(user, 'users.manage') && (
              <Menu.Item value="users">
                <UserCog size={18} aria-hidden /> {appMessages.users}
              </Menu.Item>
            )}
            {branch?.settings && userMay(user, 'settings.manage') && (
              <Menu.Item value="branch-settings">
                <Settings2 size={18} aria-hidden /> {appMessages.branchSettings}
              </Menu.Item>
            )}
            {user?.account_type === 'manager' && (
              <Menu.Item value="backups">
                <DatabaseBackup size={18} aria-hidden /> {messages.backups}
              </Menu.Item>
            )}
            {installing !== 'no' && (
              <Menu.Item value="install">
                <Download size={18} aria-hidden /> {messages.installTitle}
              </Menu.Item>
            )}
            <Menu.Separator />
            <Appearance />
            <Menu.Separator />
            <LanguageChoice user={user} />
            <DigitsChoice user={user} />
            {/* In reach however long the menu and however low the window is. */}
            <Menu.Item
              value="log-out"
              position="sticky"
              bottom="-1"
              bg="bg.surface"
              borderRadius="0"
              borderTopWidth="1px"
            >
              <LogOut size={18} aria-hidden /> {messages.logOut}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {openDialog === 'log-out' && logOut && <logOut.LogOutDialog onStay={close} />}
      {openDialog === 'install' && hint && <hint.InstallHint onClose={close} />}
    </Directed>
  );
}

function Person({ user }: { readonly user: User }) {
  return (
    <chakra.div px="3" pt="2" pb="3" mb="1" fontSize="sm" borderBottomWidth="1px" role="presentation">
      <chakra.p fontWeight="semibold" {...typedText(displayName(user))}>
        {displayName(user)}
      </chakra.p>
      <chakra.p color="fg.muted" overflow="hidden" textOverflow="ellipsis">
        {user.email}
      </chakra.p>
    </chakra.div>
  );
}

/** Renders the languages under their own names, so that who reads only one of them finds it. */
function LanguageChoice({ user }: { readonly user: User | undefined }) {
  const current = useLanguage();
  return (
    <Menu.RadioItemGroup
      {...groupInLine}
      value={current}
      onValueChange={({ value }) => handleLanguage(value, user)}
    >
      <Menu.ItemGroupLabel>{messages.language}</Menu.ItemGroupLabel>
      {languages.map((language) => (
        <Menu.RadioItem key={language} {...choiceInLine} value={language}>
          <Menu.ItemText lang={language}>{languageNames[language]}</Menu.ItemText>
          {current === language && <Check size={18} aria-hidden />}
        </Menu.RadioItem>
      ))}
    </Menu.RadioItemGroup>
  );
}

/** Each set of digits is called by an example of itself, whichever is chosen. */
const digitNames = { latin: '123', 'arabic-indic': '١٢٣' } as const;

function DigitsChoice({ user }: { readonly user: User | undefined }) {
  const current = useDigits();
  const choose = (value: string) => {
    const digits = digitSets.find((one) => one === value);
    if (digits) chooseDigits(digits, user).catch(() => notify(uiMessages.missingDialog, { kind: 'error' }));
  };
  return (
    <Menu.RadioItemGroup {...groupInLine} value={current} onValueChange={({ value }) => choose(value)}>
      <Menu.ItemGroupLabel>{messages.digits}</Menu.ItemGroupLabel>
      {digitSets.map((digits) => (
        <Menu.RadioItem key={digits} {...choiceInLine} value={digits}>
          <Menu.ItemText translate="no">{digitNames[digits]}</Menu.ItemText>
          {current === digits && <Check size={18} aria-hidden />}
        </Menu.RadioItem>
      ))}
    </Menu.RadioItemGroup>
  );
}

function handleLanguage(value: string, user: User | undefined): void {
  const language = languages.find((one) => one === value);
  if (!language) return;
  chooseLanguage(language, user).catch(() => notify(uiMessages.missingDialog, { kind: 'error' }));
}

function chooseSchemeValue(value: string): void {
  const scheme = schemes.find((one) => one.value === value);
  if (scheme) chooseScheme(scheme.value);
}

function Appearance() {
  const scheme = useColorScheme();
  return (
    <Menu.RadioItemGroup
      {...groupInLine}
      value={scheme}
      onValueChange={({ value }) => chooseSchemeValue(value)}
    >
      <Menu.ItemGroupLabel>{messages.appearance}</Menu.ItemGroupLabel>
      {schemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} {...choiceInLine} value={value} closeOnSelect={false}>
          <Menu.ItemText>{messages[label]}</Menu.ItemText>
          {scheme === value && <Check size={18} aria-hidden />}
        </Menu.RadioItem>
      ))}
    </Menu.RadioItemGroup>
  );
}
