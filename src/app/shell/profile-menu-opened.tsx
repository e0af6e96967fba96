import { chakra, Menu } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Banknote from 'lucide-react/icons/banknote';
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { type ColorScheme, chooseScheme, useColorScheme } from '#app/lib/color-scheme.ts';
import { useDigits } from '#app/lib/digits.ts';
import { promptInstall, useInstallState } from '#app/lib/install.ts';
import { languageNames, useLanguage } from '#app/lib/language.ts';
import { CLOSE_DAY_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { Directed } from '#app/ui/directed.tsx';
import { messages as uiMessages } from '#app/ui/texts.en.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { displayName, type User } from '#contract/account.ts';
import { digitSets, languages } from '#contract/messages.ts';
import { messages } from './opened-texts.en.ts';
import { chooseDigits, chooseLanguage } from './person-choices.ts';
import { messages as shellMessages } from './texts.en.ts';

const loadLogOut = () => import('./leave-dialog.tsx');
const loadHint = () => import('./install-hint.tsx');

const schemes = [
  { value: 'device', label: 'schemeDevice' },
  { value: 'light', label: 'schemeLight' },
  { value: 'dark', label: 'schemeDark' },
] as const satisfies readonly { value: ColorScheme; label: keyof typeof messages }[];

/** Each set of digits is called by an example of itself, whichever is chosen. */
const digitNames = { latin: '123', 'arabic-indic': '١٢٣' } as const;

interface Choice<Value extends string> {
  readonly value: Value;
  readonly text: string;
  readonly lang?: string;
  readonly translate?: 'no';
}

interface ChoiceGroupProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly staysOpen?: boolean;
}

function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { label, value: chosen, choices, onChoose, staysOpen = false } = props;
  const choose = (value: string) => {
    const choice = choices.find((one) => one.value === value);
    if (choice) onChoose(choice.value);
  };
  return (
    <Menu.RadioItemGroup
      display="flex"
      flexWrap="wrap"
      columnGap="1"
      css={{ '& > div:first-of-type': { width: 'full' } }}
      value={chosen}
      onValueChange={({ value }) => choose(value)}
    >
      <Menu.ItemGroupLabel>{label}</Menu.ItemGroupLabel>
      {choices.map(({ value, text, ...attributes }) => (
        <Menu.RadioItem
          key={value}
          width="auto"
          gap="2"
          css={{ '& > *': { flex: 'none' } }}
          value={value}
          {...(staysOpen && { closeOnSelect: false })}
        >
          <Menu.ItemText {...attributes}>{text}</Menu.ItemText>
          {chosen === value && <Check size={18} aria-hidden />}
        </Menu.RadioItem>
      ))}
    </Menu.RadioItemGroup>
  );
}

/** Languages have their own names, so that a reader of only one finds it. */
function ScreenChoices({ user }: { readonly user: User | undefined }) {
  const failed = () => notify(uiMessages.missingDialog, { kind: 'error' });
  return (
    <>
      <ChoiceGroup
        label={messages.appearance}
        value={useColorScheme()}
        choices={schemes.map(({ value, label }) => ({ value, text: messages[label] }))}
        onChoose={chooseScheme}
        staysOpen
      />
      <Menu.Separator />
      <ChoiceGroup
        label={messages.language}
        value={useLanguage()}
        choices={languages.map((value) => ({ value, text: languageNames[value], lang: value }))}
        onChoose={(language) => void chooseLanguage(language, user).catch(failed)}
      />
      <ChoiceGroup
        label={messages.digits}
        value={useDigits()}
        choices={digitSets.map((value) => ({ value, text: digitNames[value], translate: 'no' }))}
        onChoose={(digits) => void chooseDigits(digits, user).catch(failed)}
      />
    </>
  );
}

interface ProfileMenuOpenedProps {
  readonly user: User | undefined;
  readonly trigger: ReactElement;
}

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
    if (value.startsWith('/')) void navigate(value);
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
            <Menu.Item value="/profile">
              <UserRound size={18} aria-hidden /> {shellMessages.profile}
            </Menu.Item>
            {branch?.closes && (
              <Menu.Item value={CLOSE_DAY_PATH}>
                <Banknote size={18} aria-hidden /> {appMessages.closeDrawer}
              </Menu.Item>
            )}
            {installing !== 'no' && (
              <Menu.Item value="install">
                <Download size={18} aria-hidden /> {messages.installTitle}
              </Menu.Item>
            )}
            <Menu.Separator />
            <ScreenChoices user={user} />
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
