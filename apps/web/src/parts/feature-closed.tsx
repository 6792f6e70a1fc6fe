// A feature that the site has closed, with a link to home.

import { paths } from '#lib/paths';
import { ButtonLink } from '#ui/button';
import { EmptyState } from '#ui/empty-state';

import { featureClosedText } from './parts.text.ts';

export function FeatureClosed({ title, help }: { readonly title: string; readonly help?: string }) {
  return (
    <EmptyState
      title={title}
      {...(help === undefined ? {} : { help })}
      action={
        <ButtonLink to={paths.member.home} variant="secondary">
          {featureClosedText.backHome}
        </ButtonLink>
      }
    />
  );
}
