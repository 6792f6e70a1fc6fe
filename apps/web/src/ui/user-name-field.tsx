// For password managers only: the user name of the password form below, where the phone number is no field.

export function UserNameField({ phoneNumber }: { readonly phoneNumber: string }) {
  return <input type="text" name="username" autoComplete="username" value={phoneNumber} readOnly hidden />;
}
