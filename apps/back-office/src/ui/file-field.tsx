// A field that takes a text file.
//
// Always true: a file of another type, with more characters, or that is no text is rejected before it is sent.

import { useState } from 'react';

export type FileText = { readonly name: string; readonly text: string };

const TYPES = /\.(?:csv|txt)$/i;

export function FileField({
  label,
  lengthMax,
  faults,
  onRead,
}: {
  readonly label: string;
  readonly lengthMax: number;
  readonly faults: { readonly wrongFile: string; readonly longFile: string };
  /** Undefined: no file, or one that was rejected. */
  readonly onRead: (file: FileText | undefined) => void;
}) {
  const [fault, setFault] = useState('');
  async function read(file: File | undefined): Promise<void> {
    onRead(undefined);
    setFault('');
    if (file === undefined) return;
    if (!TYPES.test(file.name)) return setFault(faults.wrongFile);
    const text = await file.text();
    if (text.length > lengthMax || text.includes('\u0000')) return setFault(faults.longFile);
    onRead({ name: file.name, text });
  }
  return (
    <>
      <input
        type="file"
        accept=".csv,.txt,text/csv"
        aria-label={label}
        onChange={(event) => void read(event.target.files?.[0])}
        className="control py-2"
        data-focus
      />
      {fault !== '' && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
    </>
  );
}
