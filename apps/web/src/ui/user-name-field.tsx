// For password managers only: whose password the form below is about, where the phone number itself is no field.

export function UserNameField({ phoneNumber }: { readonly phoneNumber: string }) {
  return <input type="text" name="username" autoComplete="username" value={phoneNumber} readOnly hidden />;
}
