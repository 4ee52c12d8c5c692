import { useQuery } from '@tanstack/react-query';
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

const SECTIONS = [
  ['about', /*i18n*/ 'About you'],
  ['email', /*i18n*/ 'Email'],
  ['phone', /*i18n*/ 'Phone'],
  ['notifications', /*i18n*/ 'Notifications'],
  ['cards', /*i18n*/ 'Payment methods'],
  ['place', /*i18n*/ 'Where you live'],
  ['shared', /*i18n*/ 'Shared photos'],
  ['password', /*i18n*/ 'Password'],
  ['two-step', 'Two-step login'],
  ['language', /*i18n*/ 'Language'],
  ['appearance', /*i18n*/ 'Appearance'],
  ['sessions', /*i18n*/ 'Devices'],
  ['data', /*i18n*/ 'Your data'],
] as const;

const TWO_STEP_INTRO = 'Logging in then takes a second step: a passkey, or a code from an app on your phone.';

/** All that staff without the required second factor can open. */
function SecondFactorSetup() {
  return (
    <div className="wrap grid max-w-[808px] gap-6 py-8 desk:py-12">
      <PageHeading title="One more step" />
      <SectionCard id="two-step" title="Two-step login" intro={TWO_STEP_INTRO}>
        <SecondFactorSection />
      </SectionCard>
    </div>
  );
}

export function UserProfilePage() {
  const user = useUser();
  const isBuyer = userCan(user, 'purchases') && !user.second_factor_needed;
  const { data: tax } = useQuery({ ...taxPlaceQuery, enabled: isBuyer });
  if (user.second_factor_needed) return <SecondFactorSetup />;
  const hasPlace = tax?.is_asked || tax?.place;
  const sections = SECTIONS.filter(
    ([id]) => (id !== 'two-step' || isStaff(user.type)) && (id !== 'place' || hasPlace),
  );
  return (
    <div className="wrap grid items-start gap-8 py-8 desk:grid-cols-[216px_minmax(0,760px)] desk:gap-12 desk:py-12">
      <div className="grid gap-6 desk:sticky desk:top-[112px]">
        <PageHeading title={i18n.t('Profile')} />
        <nav aria-label={i18n.t('Sections of this page')} className="hidden desk:block">
          <ul className="-ml-3 grid">
            {sections.map(([id, title]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex h-10 items-center rounded-ctl px-3 text-15 font-semibold text-ink-2 hover:bg-sunk hover:text-ink"
                >
                  {i18n.t(title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="grid min-w-0 gap-5">
        <SectionCard id="about" title={i18n.t('About you')}>
          <ProfileForm />
        </SectionCard>
        <SectionCard
          id="email"
          title={i18n.t('Email')}
          intro={i18n.t('For logging in, receipts and news about your albums.')}
        >
          <EmailSection />
        </SectionCard>
        <SectionCard
          id="phone"
          title={i18n.t('Phone')}
          intro={i18n.t('For texts about your albums, if you’d like them.')}
        >
          <PhoneSection />
        </SectionCard>
        <SectionCard
          id="notifications"
          title={i18n.t('Notifications')}
          intro={i18n.t('Choose what you hear about. Changes save automatically.')}
        >
          <NotificationSettingsPanel userId={user.id} isPhoneVerified={user.phone_verified} />
          <PushDevices />
          <QuietHours userId={user.id} isPhoneVerified={user.phone_verified} />
        </SectionCard>
        <SectionCard
          id="cards"
          title={i18n.t('Payment methods')}
          aside={
            <Link to={paths.addPaymentMethod} className={buttonStyle('line', 'small')}>
              {i18n.t('Add a card')}
            </Link>
          }
        >
          <PaymentMethods />
        </SectionCard>
        {hasPlace && (
          <SectionCard
            id="place"
            title={i18n.t('Where you live')}
            intro={i18n.t('We use it to work out the tax on what you buy, and for nothing else.')}
          >
            <TaxPlaceSection />
          </SectionCard>
        )}
        <SectionCard
          id="shared"
          title={i18n.t('Shared photos')}
          intro={i18n.t('Links that let family see your photos without an account.')}
        >
          <MyPhotoLinks />
        </SectionCard>
        <SectionCard
          id="password"
          title={i18n.t('Password')}
          intro={
            user.logs_in_by_link
              ? i18n.t('You log in with a link we email you. Set a password to log in without it.')
              : i18n.t('When you change it, we log you out on your other devices.')
          }
        >
          <PasswordChangeForm />
        </SectionCard>
        {isStaff(user.type) && (
          <SectionCard id="two-step" title="Two-step login" intro={TWO_STEP_INTRO}>
            <SecondFactorSection />
          </SectionCard>
        )}
        <SectionCard id="language" title={i18n.t('Language')}>
          <LanguageChoice />
        </SectionCard>
        <SectionCard id="appearance" title={i18n.t('Appearance')}>
          <ThemeChoice isLegendHidden />
        </SectionCard>
        <SectionCard
          id="sessions"
          title={i18n.t('Devices')}
          intro={i18n.t(
            'Lost your phone or used a shared computer? Log out on every device, including this one.',
          )}
        >
          <LogOutEverywhere />
        </SectionCard>
        <SectionCard
          id="data"
          title={i18n.t('Your data')}
          intro={i18n.t('Download everything we have about you, or delete your account.')}
        >
          <YourData />
        </SectionCard>
      </div>
    </div>
  );
}
