// The fields of one small form: what is typed, one sentence for each that is wrong, the focus on the first of them.
//
// Always true: a sentence is shown when the form was sent, and goes as soon as its field changes; nothing is checked
// while somebody types. What was typed lives in the component and nowhere else.

import { useRef, useState } from 'react';

type Values = Readonly<Record<string, string | boolean>>;
type NamesOf<V extends Values, Type> = { [Name in keyof V]: V[Name] extends Type ? Name : never }[keyof V] & string;

export type Wrong<V extends Values> = { readonly [Name in keyof V]?: string | undefined };

export type TextField = {
  readonly name: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly error: string | undefined;
  readonly ref: (element: HTMLInputElement | null) => void;
};

export type ChoiceField = {
  readonly name: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly error: string | undefined;
  readonly ref: (element: HTMLInputElement | null) => void;
};

export type Fields<V extends Values> = {
  readonly values: V;
  /** To be spread into a text field. */
  readonly text: (name: NamesOf<V, string>) => TextField;
  /** To be spread into a checkbox. */
  readonly choice: (name: NamesOf<V, boolean>) => ChoiceField;
  /** Shows what is wrong, in the order given, and answers whether nothing is. */
  readonly accept: (wrong: Wrong<V>) => boolean;
  readonly focus: (name: keyof V & string) => void;
  readonly reset: () => void;
};

export function useFields<V extends Values>(initial: V): Fields<V> {
  const [values, setValues] = useState(initial);
  const [wrong, setWrong] = useState<Wrong<V>>({});
  const elements = useRef(new Map<string, HTMLInputElement>());

  function shared(name: keyof V & string) {
    return {
      name,
      onChange: (value: string | boolean) => {
        setValues((known) => ({ ...known, [name]: value }));
        setWrong((known) => ({ ...known, [name]: undefined }));
      },
      error: wrong[name],
      ref: (element: HTMLInputElement | null) => {
        if (element) elements.current.set(name, element);
        else elements.current.delete(name);
      },
    };
  }

  function focus(name: string) {
    elements.current.get(name)?.focus();
  }

  return {
    values,
    text: (name) => ({ ...shared(name), value: String(values[name]) }),
    choice: (name) => ({ ...shared(name), isChecked: values[name] === true }),
    accept: (found) => {
      setWrong(found);
      const [first] = Object.entries(found).filter(([, sentence]) => sentence !== undefined);
      if (first) focus(first[0]);
      return first === undefined;
    },
    focus,
    reset: () => {
      setValues(initial);
      setWrong({});
    },
  };
}
