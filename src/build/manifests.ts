import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';
import type { Language } from '#contract/messages.ts';

/** Holds what the installed app is called and offers on a long press of its icon. */
interface ManifestTexts {
  readonly dir: 'ltr' | 'rtl';
  readonly name: string;
  readonly description: string;
  readonly tablet: string;
  readonly phone: string;
  readonly newStudent: string;
  readonly createInstallment: string;
}

const texts: Readonly<Record<Language, ManifestTexts>> = {
  en: {
    dir: 'ltr',
    name: 'Branch Desk',
    description:
      "The back office of a school branch: students, enrolments, installments and the month's figures.",
    tablet: 'A month at a glance',
    phone: 'Adult courses and what remains',
    newStudent: 'New student',
    createInstallment: 'Create Installment',
  },
  ar: {
    dir: 'rtl',
    name: 'Branch Desk · إدارة الفرع',
    description: 'مكتب فرع المدرسة: الطلاب والاشتراكات والأقساط وأرقام الشهر.',
    tablet: 'الشهر في نظرة',
    phone: 'كورسات الكبار والمتبقي',
    newStudent: 'طالب جديد',
    createInstallment: 'تسجيل قسط',
  },
};

function manifestIn(lang: Language) {
  const { dir, name, description, tablet, phone, newStudent, createInstallment } = texts[lang];
  const shortcutIcons = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }];
  return {
    id: '/',
    name,
    short_name: 'Branch Desk',
    description,
    lang,
    dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f6f3',
    theme_color: '#ffffff',
    categories: ['business', 'education'],
    icons: [
      { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // Shown before it is installed, and not kept on the device with it.
    screenshots: [
      {
        src: '/pictures/tablet.png',
        sizes: '1180x820',
        type: 'image/png',
        form_factor: 'wide',
        label: tablet,
      },
      {
        src: '/pictures/phone.png',
        sizes: '390x844',
        type: 'image/png',
        form_factor: 'narrow',
        label: phone,
      },
    ],
    shortcuts: [
      { name: newStudent, url: '/students/add-student', icons: shortcutIcons },
      { name: createInstallment, url: '/create-installment', icons: shortcutIcons },
    ],
  } satisfies VitePWAOptions['manifest'];
}

/** Holds the manifest of each language. They describe the same app, since their id is the same. */
export const manifests = { en: manifestIn('en'), ar: manifestIn('ar') };

/** Writes the Arabic manifest beside the English one, which the PWA plugin writes. The app links that of its language. */
export function arabicManifest(): Plugin {
  return {
    name: 'arabic-manifest',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(manifests.ar);
      this.emitFile({ type: 'asset', fileName: 'manifest-ar.webmanifest', source });
    },
  };
}
