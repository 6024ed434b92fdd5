// scrolltrace recorder for ScrollViewer (WinUI 3 and WPF, C#)
// Use: add this file to the app; `recorder = new ScrollRecorder(scrollViewer, scrollViewer.XamlRoot.RasterizationScale)` in its Loaded
//   handler, recorder.Dispose() at the end. For WPF replace the namespace Microsoft.UI.Xaml by System.Windows, and the scale by that of
//   VisualTreeHelper.GetDpi(scrollViewer).
// File: scroll-….ndjson in the temporary folder (%TEMP%); its path is in the debugger's output. Every frame is written as it is over.
//   Then: scrollfit fit PATH
// Clock: t is RenderingEventArgs.RenderingTime of CompositionTarget.Rendering. The compositor moves the content ahead of it: offsets are
//   those that the program sees, late by a frame or more. The bounce beyond an edge is not part of them, and touches are not shown.
// Checked: type-checked with Mono's C# compiler against stubs of the declarations used; untested on Windows.
using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using Microsoft.UI.Xaml.Controls;
using Microsoft.UI.Xaml.Media;

public sealed class ScrollRecorder : IDisposable
{
    readonly ScrollViewer view;
    readonly StreamWriter file;

    public ScrollRecorder(ScrollViewer view, double scale = 1)
    {
        this.view = view;
        var path = Path.Combine(Path.GetTempPath(), $"scroll-{DateTimeOffset.UtcNow.ToUnixTimeSeconds()}.ndjson");
        file = new StreamWriter(path) { AutoFlush = true };
        Debug.WriteLine($"scrolltrace: recording to {path}");
        Write($@"{{""format"":""scrolltrace"",""version"":1,""device"":""{Environment.MachineName}"",""os"":""{Environment.OSVersion}"",");
        Write($@"""scale"":{scale:R},""viewport"":{{""width"":{view.ViewportWidth:R},""height"":{view.ViewportHeight:R}");
        file.Write("},");
        Write($@"""contentSize"":{{""width"":{view.ExtentWidth:R},""height"":{view.ExtentHeight:R}");
        file.Write("}}\n");
        CompositionTarget.Rendering += Frame;
    }

    void Frame(object sender, object arguments)
    {
        var time = ((RenderingEventArgs)arguments).RenderingTime.TotalSeconds;
        Write($@"{{""t"":{time:R},""x"":{view.HorizontalOffset:R},""y"":{view.VerticalOffset:R}");
        file.Write("}\n");
    }

    // Numbers have decimal points whatever the language of the system is.
    void Write(FormattableString text) => file.Write(text.ToString(CultureInfo.InvariantCulture));

    public void Dispose()
    {
        CompositionTarget.Rendering -= Frame;
        file.Dispose();
    }
}
