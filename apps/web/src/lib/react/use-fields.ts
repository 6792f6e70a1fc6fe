// Fields of one small form: values, one message per invalid field, focus on the first of them.
//
// Always true: a message appears on submit and disappears when its field changes; nothing is validated while typing.
// Values live in the component only.

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
  /** Props of a text field. */
  readonly text: (name: NamesOf<V, string>) => TextField;
  /** Props of a checkbox. */
  readonly choice: (name: NamesOf<V, boolean>) => ChoiceField;
  /** Shows the messages in the given order and returns whether there is none. */
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
