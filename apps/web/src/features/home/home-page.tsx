// The member's home (/user/home): member card, balance, short cuts and games. Live figures come from the balance query,
// which the live stream updates.

import { LobbyAnnouncement } from '#parts/lobby-announcement';
import { MainWalletCard } from '#parts/main-wallet-card';
import { PromotionSwitch } from '#parts/promotion-switch';
import { SiteFooter } from '#parts/site-footer';
import { useOpenRounds } from '#lib/games/open-rounds';
import { useMember } from '#lib/member/session';
import { useSite } from '#lib/site/site';
import { OpenRoundsNotice } from '#parts/open-rounds-notice';

import { FeatureBanner, isFeatured } from './feature-banner.tsx';
import { text } from './home.text.ts';
import { MemberCard } from './member-card.tsx';
import { ProviderSection } from './provider-section.tsx';
import { QuickActions } from './quick-actions.tsx';

export function HomePage() {
  const member = useMember();
  const rounds = useOpenRounds();
  const { site, isKnown } = useSite();
  if (!member) return null;

  return (
    <>
      <h1 className="-mb-3 text-title-1">{text.greeting(member.userName.firstName)}</h1>
      <LobbyAnnouncement />
      <OpenRoundsNotice rounds={rounds} />
      <div className="grid gap-6 lg:grid-cols-[400px_minmax(0,1fr)]">
        <MemberCard member={member} />
        <div className="flex min-w-0 flex-col-reverse gap-6 lg:flex-col">
          {(!isKnown || isFeatured(site)) && <FeatureBanner />}
          <QuickActions />
        </div>
      </div>
      <MainWalletCard />
      <PromotionSwitch />
      <ProviderSection />
      <SiteFooter />
    </>
  );
}
