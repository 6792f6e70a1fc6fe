// Dark, light or the system setting: at the end of both menus.

import { chooseMode, useModeChoice, type ModeChoice } from '#lib/site/theme';
import { Tabs } from '#ui/tabs';

import { text } from './layouts.text.ts';

export function ThemeChoice() {
  const choice = useModeChoice();
  const tabs: readonly { value: ModeChoice; label: string }[] = [
    { value: 'dark', label: text.dark },
    { value: 'light', label: text.light },
    { value: 'auto', label: text.auto },
  ];
  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <p className="mb-2 px-1 text-label font-medium">{text.theme}</p>
      <Tabs label={text.theme} tabs={tabs} value={choice} onChange={chooseMode} />
    </div>
  );
}
