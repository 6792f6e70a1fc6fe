// A page of the member site with a setting that is not saved, in a sandboxed frame as wide as a phone or a desktop.

import { previewPaths, type SettingName } from '@chaba/contract/back-office/site-settings';
import { classNames } from '@chaba/ui/class-names';
import { useState } from 'react';

import { useSiteWords } from '#text/site-words';
import { Choice } from '#ui/field';
import { Chips } from '#ui/list-page';

const WIDTHS = ['390', '1280'] as const;
type Width = (typeof WIDTHS)[number];

/** The frame has the width of the device and is drawn smaller: 390 px wide in the panel. */
const FRAMES: Readonly<Record<Width, { readonly box: string; readonly frame: string }>> = {
  390: { box: 'h-[700px] w-[390px]', frame: 'h-[700px] w-[390px]' },
  1280: { box: 'h-[312px] w-[390px]', frame: 'h-[1024px] w-[1280px] origin-top-left scale-[0.3047]' },
};

export function SitePreview({
  site,
  name,
  value,
}: {
  readonly site: string;
  readonly name: SettingName;
  readonly value: string;
}) {
  const { preview: text } = useSiteWords();
  const [path, setPath] = useState<string>(previewPaths[0]);
  const [width, setWidth] = useState<Width>('390');
  const query = new URLSearchParams({ path, flag: name, value });
  return (
    <section
      aria-label={text.title}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 border-t border-hairline pt-3"
    >
      <h3 className="font-semibold">{text.title}</h3>
      <div className="flex flex-wrap items-end gap-2">
        <Choice label={text.page} value={path} onChange={setPath}>
          {previewPaths.map((each) => (
            <option key={each} value={each}>
              {text.pages[each]}
            </option>
          ))}
        </Choice>
        <Chips
          label={text.width}
          values={WIDTHS.map((each) => [each, text.widths[each]] as const)}
          chosen={width}
          onChoose={setWidth}
        />
      </div>
      <div className={classNames('max-w-full overflow-auto rounded-[8px] border border-line', FRAMES[width].box)}>
        <iframe
          key={`${path} ${width}`}
          title={text.title}
          src={`/preview/${site}?${query.toString()}`}
          sandbox="allow-scripts"
          className={FRAMES[width].frame}
        />
      </div>
    </section>
  );
}
