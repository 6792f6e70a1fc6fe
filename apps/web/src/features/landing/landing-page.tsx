// The landing page.

export function LandingPage() {
  return <main id="main" />;
}
