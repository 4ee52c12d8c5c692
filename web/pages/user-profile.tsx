import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '#contract/entities/user.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { ThemeChoice } from '#web/components/theme-choice.tsx';
import { EmailSection } from '#web/features/accounts/email-section.tsx';
import { LanguageChoice } from '#web/features/accounts/language-choice.tsx';
import { LogOutEverywhere, PasswordChangeForm } from '#web/features/accounts/password-change-form.tsx';
import { PhoneSection } from '#web/features/accounts/phone-section.tsx';
import { ProfileForm } from '#web/features/accounts/profile-form.tsx';
import { SecondFactorSection } from '#web/features/accounts/second-factor-section.tsx';
import { NotificationSettingsPanel } from '#web/features/notifications/notification-settings-panel.tsx';
import { PushDevices, QuietHours } from '#web/features/notifications/push-devices.tsx';
import { PaymentMethods } from '#web/features/orders/payment-methods.tsx';
import { TaxPlaceSection, taxPlaceQuery } from '#web/features/orders/tax-place.tsx';
import { MyPhotoLinks } from '#web/features/photo-links/photo-link-list.tsx';
import { YourData } from '#web/features/privacy/your-data.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { userCan, useUser } from '#web/lib/session.ts';

const TWO_STEP: Section = {
  id: 'two-step',
  title: 'Two-step login',
  intro: 'Logging in then takes a second step: a passkey, or a code from an app on your phone.',
  content: <SecondFactorSection />,
};

/** All that staff without the required second factor can open. */
function SecondFactorSetup() {
  return (
    <div className="wrap grid max-w-[808px] gap-6 py-8 desk:py-12">
      <PageHeading title="One more step" />
      {cardOf(TWO_STEP)}
    </div>
  );
}

type Section = { id: string; title: string; intro?: string; aside?: ReactNode; content: ReactNode };

function sectionsOf(user: User, hasPlace: boolean): Section[] {
  return [
    { id: 'about', title: i18n.t('About you'), content: <ProfileForm /> },
    {
      id: 'email',
      title: i18n.t('Email'),
      intro: i18n.t('For logging in, receipts and news about your albums.'),
      content: <EmailSection />,
    },
    {
      id: 'phone',
      title: i18n.t('Phone'),
      intro: i18n.t('For texts about your albums, if you’d like them.'),
      content: <PhoneSection />,
    },
    {
      id: 'notifications',
      title: i18n.t('Notifications'),
      intro: i18n.t('Choose what you hear about. Changes save automatically.'),
      content: (
        <>
          <NotificationSettingsPanel userId={user.id} isPhoneVerified={user.phone_verified} />
          <PushDevices />
          <QuietHours userId={user.id} isPhoneVerified={user.phone_verified} />
        </>
      ),
    },
    {
      id: 'cards',
      title: i18n.t('Payment methods'),
      aside: (
        <Link to={paths.addPaymentMethod} className={buttonStyle('line', 'small')}>
          {i18n.t('Add a card')}
        </Link>
      ),
      content: <PaymentMethods />,
    },
    ...(hasPlace
      ? [
          {
            id: 'place',
            title: i18n.t('Where you live'),
            intro: i18n.t('We use it to work out the tax on what you buy, and for nothing else.'),
            content: <TaxPlaceSection />,
          },
        ]
      : []),
    {
      id: 'shared',
      title: i18n.t('Shared photos'),
      intro: i18n.t('Links that let family see your photos without an account.'),
      content: <MyPhotoLinks />,
    },
    {
      id: 'password',
      title: i18n.t('Password'),
      intro: !user.email
        ? i18n.t('You log in with a code we text you. To use a password, add an email address first.')
        : user.logs_in_by_link
          ? i18n.t('You log in with a link we email you. Set a password to log in without it.')
          : i18n.t('When you change it, we log you out on your other devices.'),
      content: user.email ? <PasswordChangeForm /> : null,
    },
    ...(isStaff(user.type) ? [TWO_STEP] : []),
    { id: 'language', title: i18n.t('Language'), content: <LanguageChoice /> },
    { id: 'appearance', title: i18n.t('Appearance'), content: <ThemeChoice isLegendHidden /> },
    {
      id: 'sessions',
      title: i18n.t('Devices'),
      intro: i18n.t(
        'Lost your phone or used a shared computer? Log out on every device, including this one.',
      ),
      content: <LogOutEverywhere />,
    },
    {
      id: 'data',
      title: i18n.t('Your data'),
      intro: i18n.t('Download everything we have about you, or delete your account.'),
      content: <YourData />,
    },
  ];
}

const cardOf = ({ content, ...section }: Section) => (
  <SectionCard key={section.id} {...section}>
    {content}
  </SectionCard>
);

export function UserProfilePage() {
  const user = useUser();
  const isBuyer = userCan(user, 'purchases') && !user.second_factor_needed;
  const { data: tax } = useQuery({ ...taxPlaceQuery, enabled: isBuyer });
  if (user.second_factor_needed) return <SecondFactorSetup />;
  const sections = sectionsOf(user, Boolean(tax?.is_asked || tax?.place));
  return (
    <div className="wrap grid items-start gap-8 py-8 desk:grid-cols-[216px_minmax(0,760px)] desk:gap-12 desk:py-12">
      <div className="grid gap-6 desk:sticky desk:top-[112px]">
        <PageHeading title={i18n.t('Profile')} />
        <nav aria-label={i18n.t('Sections of this page')} className="hidden desk:block">
          <ul className="-ml-3 grid">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex h-10 items-center rounded-ctl px-3 text-15 font-semibold text-ink-2 hover:bg-sunk hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="grid min-w-0 gap-5">{sections.map(cardOf)}</div>
    </div>
  );
}
