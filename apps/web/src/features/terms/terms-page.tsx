// /terms: the terms of use in force; public.

import { useQuery } from '@tanstack/react-query';

import { SiteFooter } from '#parts/site-footer';
import { getErrorMessage } from '#lib/api/api-error';
import { termsQuery } from '#lib/member/terms';
import { termsText } from '#lib/member/terms.text';
import { DateTime } from '#ui/date-time';
import { EmptyState } from '#ui/empty-state';
import { ErrorState } from '#ui/error-state';
import { Skeleton, SkeletonGroup, listSkeletonKeys } from '#ui/skeleton';

const SKELETONS = 6;

export function TermsPage() {
  const { data, error, refetch } = useQuery(termsQuery);

  return (
    <>
      <div className="mx-auto flex w-full max-w-[624px] flex-col gap-3">
        <div>
          <h1 className="text-title-1">{termsText.title}</h1>
          {data?.publishedAt && (
            <p className="text-base text-text-2">
              {termsText.version(data.version)} <DateTime value={data.publishedAt} part="date" />
            </p>
          )}
        </div>
        {data === undefined && error !== null && (
          <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && (
          <SkeletonGroup className="flex flex-col gap-3">
            {listSkeletonKeys(SKELETONS).map((key) => (
              <Skeleton key={key} className="h-20" />
            ))}
          </SkeletonGroup>
        )}
        {data && (data.text === '' ? <EmptyState title={termsText.none} /> : <TermsText content={data.text} />)}
      </div>
      <SiteFooter />
    </>
  );
}

/** Plain text: a line that begins with `# ` is a heading, an empty line ends a paragraph. */
function TermsText({ content }: { readonly content: string }) {
  return splitParts(content).map(({ place, part }) =>
    part.startsWith('# ') ? (
      <h2 key={place} className="mt-2 text-title-3">
        {part.slice(2)}
      </h2>
    ) : (
      <p key={place} className="text-base wrap-anywhere whitespace-pre-line text-text-2">
        {part}
      </p>
    ),
  );
}

/** Headings and paragraphs, each with its position in the text. */
function splitParts(content: string): readonly { readonly place: number; readonly part: string }[] {
  let end = 0;
  return content.split(/\n{2,}|(?<=^# .*)\n/m).map((part) => {
    const place = content.indexOf(part, end);
    end = place + part.length;
    return { place, part };
  });
}
